// Orders to move: what a click on the map means, and how those who go along are sent.

import { button, byId, el, show } from "./dom.js";
import { anyGoes, again, bendBy, clearArea, orderTo, plan, takeUp } from "./plan.js";
import { previewOf, wordsOf } from "./preview.js";
import { soon } from "./slips.js";
import { busily, change, now } from "./table.js";

/** The landing that was given last, and the other ways that it could have taken. */
let landed = null;

/** The version of the turn at the last click on an area. */
let clickedAt = "";

/** Click on the map; the second click of a double click sends nobody after those who went. */
export async function clickArea(name, how) {
  const isSecond = soon(`area ${name}`) && (now.busy > 0 || now.turn.version !== clickedAt);
  clickedAt = now.turn.version;
  if (!isSecond) await chooseArea(name, how);
}

/** Choose an area, or send there what is chosen. */
export async function chooseArea(name, { via = false } = {}) {
  const chosen = plan();
  if (chosen && chosen.name !== name && chosen.targets.has(name)) {
    if (via) bendBy(name);
    else await send(name);
  } else if (chosen?.name === name) clearArea();
  else await takeUp(name);
}

/** Send those that go along to a goal; what is not possible is refused with its reason. */
export async function send(goal, traits = {}) {
  if (!anyGoes()) return;
  const rest = plan();
  const { bySea, order } = orderTo(goal, traits);
  await busily(async () => {
    if (!await (bySea ? land(goal, order) : change("order", { orders: [order] }))) return;
    if (plan() === rest) await again(rest.name);
  });
}

/** Send units that cannot go anywhere, so that the reason is told. */
export async function sendAnyway(goal) {
  const { name, view } = plan();
  const own = view.groups.find((group) => group.owner === now.turn.nation);
  if (own) await change("order", { orders: [["move", [[own.count, own.type, "", []]], [name, goal], false, []]] });
}

/** Give a whole landing; the ways that it did not take are offered until something else is done. */
async function land(goal, order) {
  const known = plan()?.meaning;
  const ways = (known?.goal === goal && known.ways) || (await previewOf(order)).ways;
  const answer = await change("land", { order });
  if (answer) keep({ goal, order, ways, taken: order[2].length > 2 ? order[2].slice(1, -1) : ways[0]?.zones ?? [] });
  return answer;
}

function keep(landing) {
  landed = { ...landing, version: now.turn.version };
  if (byId("instead")) show(byId("instead"), otherWays());
}

/** The ways that the last landing did not take, a button for each. */
export function otherWays() {
  if (landed?.version !== now.turn.version) return [];
  const { goal, order, ways, taken } = landed;
  const others = ways.filter((way) => way.zones.join() !== taken.join());
  if (!others.length) return [];
  const instead = async (way) => {
    const [tag, picks, whole, ...rest] = order;
    const bent = [tag, picks, [whole[0], ...way.zones, goal], ...rest];
    if (await change("undo") && await change("land", { order: bent })) keep({ goal, order, ways, taken: way.zones });
  };
  return [el("h3", {}, `To ${goal} another way`),
    el("ul", { class: "choices" }, others.map((way) => el("li", {}, button(wordsOf(way), () => instead(way)))))];
}
