// What a move would mean before it is given: where its aircraft could land, and which ships would bring its troops.

import { anyFlies, orderTo, plan, send, wayTo } from "./area.js";
import { look } from "./api.js";
import { button, byId, el, plural, show } from "./dom.js";
import { change, now, path } from "./main.js";
import { showOrders } from "./past.js";

const MOST_NAMED = 8;

/** The landing that was given last, and the other ways that it could have taken. */
let landed = null;

/** Show what a move of the chosen units to a goal would mean; "" for no goal. */
export async function think(goal) {
  const chosen = plan();
  if (!chosen || chosen.meaning?.goal === goal) return;
  chosen.meaning = { goal };
  const isGoal = goal !== "" && chosen.targets.has(goal);
  now.map.draft(isGoal ? wayTo(goal) : chosen.via.length ? [chosen.name, ...chosen.via] : []);
  if (!isGoal) {
    clear();
    return;
  }
  const { bySea, order } = orderTo(goal);
  if (!bySea && !anyFlies()) {
    clear();
    return;
  }
  const answer = await previewOf(order);
  const isStill = plan() === chosen && chosen.meaning?.goal === goal;
  if (!isStill) return;
  Object.assign(chosen.meaning, answer);
  if (answer.ways.length && !chosen.via.length) now.map.draft([chosen.name, ...answer.ways[0].zones, goal]);
  now.map.landing(new Map(answer.landing.map((one) => [one.place, one.count])));
  if (byId("meaning")) show(byId("meaning"), meaningNow());
}

/** What the program says about a move; nothing when it cannot: it only helps to choose. */
async function previewOf(order) {
  try {
    return await look(path(`preview?move=${encodeURIComponent(JSON.stringify(order))}`));
  } catch {
    return { landing: [], ways: [] };
  }
}

/** Give a whole landing; the ways that it did not take are offered until something else is done. */
export async function land(goal, order) {
  const known = plan()?.meaning;
  const ways = (known?.goal === goal && known.ways) || (await previewOf(order)).ways;
  const answer = await change("land", { order });
  if (answer) keep({ goal, order, ways, taken: order[2].length > 2 ? order[2].slice(1, -1) : ways[0]?.zones ?? [] });
  return answer;
}

function keep(landing) {
  landed = { ...landing, version: now.turn.version };
  showOrders();
}

/** The ways that the last landing did not take, a button for each. */
export function otherWays() {
  if (landed?.version !== now.turn.version) return "";
  const { goal, order, ways, taken } = landed;
  const others = ways.filter((way) => way.zones.join() !== taken.join());
  if (!others.length) return "";
  const instead = async (way) => {
    const [tag, picks, whole, ...rest] = order;
    const bent = [tag, picks, [whole[0], ...way.zones, goal], ...rest];
    if (await change("undo") && await change("land", { order: bent })) keep({ goal, order, ways, taken: way.zones });
  };
  return el("div", { id: "instead" }, el("h3", {}, `To ${goal} another way`),
    el("ul", { class: "choices" }, others.map((way) => el("li", {}, button(wordsOf(way), () => instead(way))))));
}

function clear() {
  now.map.landing(new Map());
  if (byId("meaning")) show(byId("meaning"));
}

/** The same in words; the ways of ships are buttons. */
export function meaningNow() {
  const { goal, landing = [], ways = [] } = plan()?.meaning ?? {};
  if (landing.length) return [el("p", {}, `After ${goal} aircraft could land in ${named(landing)}.`)];
  const room = ways.length ? roomOf(ways[0]) : "";
  if (ways.length === 1) return [el("p", {}, `To ${goal} by sea: ${wordsOf(ways[0])}.${room}`)];
  if (ways.length) return [el("p", {}, `To ${goal} by sea; the first way is taken unless you choose.${room}`), el("ul", { class: "choices" }, ways.map((way) => el("li", {}, button(wordsOf(way), () => send(goal, { zones: way.zones })))))];
  return [];
}

function named(landing) {
  const words = landing.map((one) => (now.map.isSea(one.place) ? `${one.place} (room for ${one.count})` : one.place));
  return words.length > MOST_NAMED ? `${words.slice(0, MOST_NAMED).join(", ")} and ${words.length - MOST_NAMED} more` : words.join(", ");
}

/** Whom the ships have room for, where that is not everybody who shall go along. */
function roomOf({ brings }) {
  const count = (rows) => rows.reduce((sum, [number]) => sum + number, 0);
  const all = orderTo(plan().meaning.goal).order[1];
  return count(brings) < count(all) ? ` There is room for ${brings.map(([number, type]) => `${number} ${type}`).join(", ")}.` : "";
}

function wordsOf({ zones, ships, battles }) {
  const who = ships.map(([count, type]) => `${count} ${type}`).join(", ");
  const end = zones.length > 1 ? `, ashore from ${zones.at(-1)}` : "";
  return `${who} of ${zones[0]}${end}${battles > 0 ? `, ${plural(battles, "battle")}` : ""}`;
}
