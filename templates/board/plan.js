// What the player plans: the chosen area, what of it goes along, and by which way.

import { look } from "./api.js";
import { byId, plural } from "./dom.js";
import { placesNow } from "./room.js";
import { complain, now, path } from "./table.js";

const BY_SEA = "by sea";

/** The area that was chosen, what can move from there, and what of it shall. */
let chosen = null;

/** Counts the clicks, so that a slow answer to an earlier one is left out. */
let clicks = 0;

/** What draws the chosen area: see `drawPlanBy`. */
let draw = (_goal = "") => {};

/** Let this draw it from now on: called with nothing, or with the goal of before where only the goals are new. */
export function drawPlanBy(work) {
  draw = work;
}

/** What was chosen, for those who ask; null for nothing. */
export const plan = () => chosen;

export const moves = () => (now.turn?.forms ?? []).find((form) => form.shape === "way");
const going = () => chosen.reach.filter((row) => chosen.counts.get(row) > 0);
const pickOf = (row) => [chosen.counts.get(row), row.type, row.owner, row.units.slice(0, chosen.counts.get(row))];
const flies = (row) => now.map.air.has(row.type);

/** Whether anybody goes along. */
export const anyGoes = () => going().length > 0;

/** Whether any of those that go along flies. */
export const anyFlies = () => going().some(flies);

/** The areas with factories that those who go along can bomb. */
export const raided = () => [...new Set(going().flatMap((row) => row.raids))];

export function clearArea() {
  chosen = null;
  clicks += 1;
  wait(false);
  draw();
}

/** Say of the pane whether it still shows what was chosen before. */
function wait(is) {
  if (is) byId("area").setAttribute("aria-busy", "true");
  else byId("area").removeAttribute("aria-busy");
}

/** What is in an area; null where something else was chosen before the answer came. */
async function looked(name) {
  const click = (clicks += 1);
  wait(true);
  try {
    const view = await look(path(`area?name=${encodeURIComponent(name)}`));
    return click === clicks ? view : null;
  } finally {
    if (click === clicks) wait(false);
  }
}

/** See what is in an area and what of it can go on. */
export async function takeUp(name) {
  try {
    const view = await looked(name);
    if (view) choose(name, view);
  } catch (error) {
    complain(error);
  }
}

function choose(name, view, takes = true) {
  const reach = moves() ? view.reach ?? [] : [];
  chosen = { name, view, reach, via: [], counts: new Map(), targets: new Map(), meaning: null };
  for (const row of reach) chosen.counts.set(row, 0);
  if (takes) takeUsual();
  aim();
  draw();
  if (reach.some((row) => !flies(row) && !now.map.isSea(name))) lightLandings(name);
}

/** Land units and ships go along, aircraft where nobody else can or where they have still to land. */
function takeUsual() {
  const haveToLand = now.turn.phase === "noncombat_move" && now.turn.warnings?.some((one) => one.place === chosen.name);
  const leaders = chosen.reach.filter((row) => flies(row) === Boolean(haveToLand));
  takeAll(leaders.length ? leaders : chosen.reach);
}

/** All of some rows go along, or as many as the command of the turn allows. */
function takeAll(rows) {
  let left = now.turn.moves ?? Infinity;
  for (const row of rows) {
    const count = Math.min(row.count, left);
    chosen.counts.set(row, count);
    left -= count;
  }
}

/** Somebody goes along with what is dragged, also when the last move left nobody. */
export function takeSome() {
  if (!chosen || going().length) return;
  takeUsual();
  aim();
  draw();
}

/** So many of a row go along. */
export function takeCount(row, count) {
  chosen.counts.set(row, count);
  aim();
}

/** All that can move go along, or nobody. */
export function takeEvery(all) {
  for (const row of chosen.reach) chosen.counts.set(row, 0);
  if (all) takeAll(chosen.reach);
  aim();
  draw();
}

/** Light what those that go along can reach, with the number of steps. */
function aim() {
  const targets = new Map();
  for (const row of going()) {
    for (const [end, way] of Object.entries(row.ways)) {
      const known = targets.get(end);
      const steps = way.length - 1;
      if (!known || steps < known) targets.set(end, steps);
    }
  }
  if (going().some((row) => !flies(row))) for (const name of chosen.landings ?? []) if (!targets.has(name)) targets.set(name, 0);
  chosen.targets = new Map([...targets].map(([end, steps]) => [end, steps ? plural(steps, "step") : BY_SEA]));
  chosen.meaning = null;
  now.map.light(chosen.name, going().length || placesNow().size === 0 ? chosen.targets : placesNow(), BY_SEA);
}

/** Coasts that ships could bring them to; worked out while the player thinks. */
async function lightLandings(name) {
  try {
    const { landings } = await look(path(`landings?name=${encodeURIComponent(name)}`));
    if (chosen?.name !== name || !landings.length) return;
    const goal = chosen.meaning?.goal ?? "";
    chosen.landings = landings;
    aim();
    draw(goal);
  } catch {
    // They can still be typed; nothing else depends on them.
  }
}

/** The way goes over this area, after those that were named before. */
export function bendBy(name) {
  if (chosen.via.at(-1) !== name) chosen.via.push(name);
  bent();
}

/** The way is the shortest again. */
export function straighten() {
  chosen.via = [];
  bent();
}

function bent() {
  now.map.draft(chosen.via.length ? [chosen.name, ...chosen.via] : []);
  draw();
}

/** The move to a goal as an order, and whether ships have to bring it. */
export function orderTo(goal, { raid = false, zones = null } = {}) {
  const { name, via } = chosen;
  const direct = going().filter((row) => row.ways[goal]);
  const bySea = !raid && chosen.targets.get(goal) === BY_SEA;
  const rows = bySea ? going().filter((row) => !flies(row)) : raid || !direct.length ? going() : direct;
  return { bySea, order: ["move", rows.map(pickOf), [name, ...(zones ?? via), goal], raid, []] };
}

/** The way that a move to a goal would take, as far as it is known here. */
export function wayTo(goal) {
  const ways = going().map((row) => row.ways[goal]).filter(Boolean).sort((one, other) => one.length - other.length);
  return chosen.via.length || !ways.length ? [chosen.name, ...chosen.via, goal] : ways[0];
}

/** See anew what is in an area after something was placed there. */
export async function lookAgain(name) {
  if (chosen?.name === name) await again(name, true);
}

/** See anew what can go on from the chosen area after orders were taken back or given again. */
export async function refreshArea() {
  if (chosen) await again(chosen.name, true, true);
}

/** After a move the rest of the stack stays chosen, none of it going along yet. */
export async function again(name, always = false, takes = false) {
  // What is shown in any case stays until it is there anew.
  if (!always) clearArea();
  const view = await looked(name);
  if (view && (always || view.reach?.length)) choose(name, view, takes);
}
