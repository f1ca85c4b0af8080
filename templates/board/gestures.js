// What the pointer does on the map besides clicks: pointing at a goal, and dragging a stack to one.

import { isShowing } from "./film.js";
import { think } from "./meaning.js";
import { moves, plan, takeSome, takeUp } from "./plan.js";
import { send, sendAnyway } from "./sending.js";
import { now } from "./table.js";

/** The stack that is dragged: its area, and what is known of it once the program has told. */
let pulled = null;

export function pointAt(name) {
  if (plan()) think(plan().targets.has(name) ? name : "");
}

/** Whether a drag that begins here takes the stack along: with the mouse any own one, with a finger the chosen one. */
export function grabs(name, isMouse) {
  if (!moves() || isShowing()) return false;
  if (plan()?.name === name && plan().reach.length) return true;
  return isMouse && Boolean(now.turn.overlay?.areas[name]?.forces.some((force) => force.nation === now.turn.nation));
}

export function drag(name, over) {
  if (pulled?.name !== name) {
    pulled = { name, ready: plan()?.name === name ? Promise.resolve() : takeUp(name) };
    pulled.ready.then(takeSome);
  }
  if (plan()?.name === name) think(over !== name ? over : "");
}

/** What is not possible is tried all the same, so that its reason is told. */
export async function drop(name, goal) {
  const was = pulled;
  pulled = null;
  if (!was) return;
  await was.ready;
  if (plan()?.name !== name || goal === name || !goal) return;
  if (plan().reach.length) await send(goal);
  else await sendAnyway(goal);
}
