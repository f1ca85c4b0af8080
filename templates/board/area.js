// The chosen area: what is there, what of it goes along, and where a click sends it.

import { look } from "./api.js";
import { button, byId, el, plural, show, stepper } from "./dom.js";
import { busily, change, complain, now, path } from "./main.js";
import { land, meaningNow, think } from "./meaning.js";
import { placeHere, placesNow } from "./place.js";
import { coming, past, sentSoFar } from "./target.js";

const BY_SEA = "by sea";

/** The area that was chosen, what can move from there, and what of it shall. */
let chosen = null;

/** Counts the clicks, so that a slow answer to an earlier one is left out. */
let clicks = 0;

export function clearArea() {
  chosen = null;
  clicks += 1;
  now.map?.light("", placesNow());
  now.map?.draft([]);
  show(byId("area"));
}

export const moves = () => (now.turn?.forms ?? []).find((form) => form.shape === "way");
const going = () => chosen.reach.filter((row) => chosen.counts.get(row) > 0);
const pickOf = (row) => [chosen.counts.get(row), row.type, row.owner, row.units.slice(0, chosen.counts.get(row))];
const flies = (row) => now.map.air.has(row.type);

/** What was chosen, for those who ask; null for nothing. */
export const plan = () => chosen;

/** Click on an area: send there what is chosen, or choose it. */
export async function chooseArea(name, { via = false } = {}) {
  if (chosen && chosen.name !== name && chosen.targets.has(name)) {
    if (via) bendBy(name);
    else await send(name);
  } else if (chosen?.name === name) clearArea();
  else await takeUp(name);
}

/** See what is in an area and what of it can go on. */
export async function takeUp(name) {
  const click = (clicks += 1);
  try {
    const view = await look(path(`area?name=${encodeURIComponent(name)}`));
    if (click === clicks) choose(name, view);
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
  showArea();
  if (reach.some((row) => !flies(row) && !now.map.isSea(name))) lightLandings(name);
}

/** Land units and ships go along, aircraft where nobody else can or where they have still to land. */
function takeUsual() {
  const haveToLand = now.turn.phase === "noncombat_move" && now.turn.warnings?.some((one) => one.place === chosen.name);
  const leaders = chosen.reach.filter((row) => flies(row) === Boolean(haveToLand));
  for (const row of leaders.length ? leaders : chosen.reach) chosen.counts.set(row, row.count);
}

/** Somebody goes along with what is dragged, also when the last move left nobody. */
export function takeSome() {
  if (!chosen || going().length) return;
  takeUsual();
  aim();
  showArea();
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
    const goal = chosen.meaning?.goal;
    chosen.landings = landings;
    aim();
    // Only the list: whoever is typing a name into it goes on doing so.
    showGoals();
    if (goal) think(goal);
  } catch {
    // They can still be typed; nothing else depends on them.
  }
}

/** The way goes over this area, after those that were named before. */
export function bendBy(name) {
  if (chosen.via.at(-1) !== name) chosen.via.push(name);
  bent();
}

function bent() {
  now.map.draft(chosen.via.length ? [chosen.name, ...chosen.via] : []);
  showArea();
}

/** The areas by way of which the units will go, and a button that forgets them. */
function wayNow() {
  if (!chosen.via.length) return "";
  return el("p", { id: "way", role: "status" }, `By way of ${chosen.via.join(", then ")}. `,
    button("Shortest way", () => { chosen.via = []; bent(); }));
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

/** Whether any of those that go along flies. */
export const anyFlies = () => going().some(flies);

/** Send those that go along to a goal; what is not possible is refused with its reason. */
export async function send(goal, traits = {}) {
  if (!going().length) return;
  const rest = chosen;
  const { bySea, order } = orderTo(goal, traits);
  await busily(async () => {
    if (!await (bySea ? land(goal, order) : change("order", { orders: [order] }))) return;
    if (chosen === rest) await again(rest.name);
  });
}

/** Send units that cannot go anywhere, so that the reason is told. */
export async function sendAnyway(goal) {
  const own = chosen.view.groups.find((group) => group.owner === now.turn.nation);
  if (own) await change("order", { orders: [["move", [[own.count, own.type, "", []]], [chosen.name, goal], false, []]] });
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
async function again(name, always = false, takes = false) {
  // What is shown in any case stays until it is there anew.
  if (!always) clearArea();
  const click = (clicks += 1);
  const view = await look(path(`area?name=${encodeURIComponent(name)}`));
  if ((always || view.reach?.length) && click === clicks) choose(name, view, takes);
}

export function showArea() {
  const place = byId("area");
  if (!chosen) {
    show(place);
    now.map?.light("", placesNow());
    now.map?.draft([]);
    return;
  }
  const { view } = chosen;
  const facts = [...new Set([view.owner, view.value ? `worth ${view.value}` : "", ...view.facts])].filter(Boolean).join(", ");
  show(place,
    el("h2", {}, view.name),
    el("p", { class: "soft" }, facts || "open sea"),
    chosen.reach.length ? goers() : groups(view),
    placesNow().has(view.name) ? placeHere(view.name) : "",
    moves() ? sentSoFar(view.name) : "",
    moves() ? coming(view.name, !chosen.reach.length) : "",
    past(view.name),
    el("p", { class: "soft" }, `Next to ${view.neighbours.join(", ")}.`));
}

function groups(view) {
  return el("ul", {}, view.groups.map((group) => el("li", {}, `${group.count} ${group.label}${group.aboard ? ` aboard a ${group.aboard}` : ""} (${group.owner || "neutral"})`)));
}

/** Who goes along, by type, and where to. */
function goers() {
  const rows = chosen.reach.map((row) => el("li", {}, el("span", {}, `${row.label}${row.owner ? ` (${row.owner})` : ""}`),
    stepper(row.label, chosen.counts.get(row), 0, row.count, (count) => {
      chosen.counts.set(row, count);
      aim();
      showGoals();
    })));
  const every = (all) => () => {
    for (const row of chosen.reach) chosen.counts.set(row, all ? row.count : 0);
    aim();
    showArea();
  };
  const others = chosen.view.groups.filter((group) => !chosen.reach.some((row) => row.type === group.type && (row.owner || now.turn.nation) === group.owner));
  const list = el("select", { id: "goal", "data-key": "goal", onchange: () => think(list.value) }, goals());
  return el("div", {},
    el("ul", { class: "rows" }, rows),
    el("p", {}, button("All units", every(true)), " ", button("No units", every(false))),
    el("form", { class: "line", hidden: chosen.targets.size === 0, onsubmit: (event) => { event.preventDefault(); if (list.value) send(list.value); } },
      el("label", {}, "To ", list), el("button", { type: "submit" }, "Move"), " ",
      button("By way of", () => list.value && bendBy(list.value))),
    wayNow(),
    el("div", { id: "meaning", role: "status" }, meaningNow()),
    el("p", { id: "raids", class: "doing" }, raids()),
    others.length ? groups({ groups: others }) : "");
}

/** A button for each factory that those who go along can bomb. */
const raids = () => [...new Set(going().flatMap((row) => row.raids))].map((goal) => button(`Raid the factory of ${goal}`, () => send(goal, { raid: true })));

/** What those who go along can do again, with the goal that was chosen before. */
function showGoals() {
  const list = byId("goal");
  if (!list) return;
  list.replaceChildren(...goals(list.value));
  list.form.hidden = chosen.targets.size === 0;
  show(byId("raids"), ...raids());
  show(byId("meaning"));
}

function goals(kept = byId("goal")?.value) {
  return [...chosen.targets].sort(([one], [other]) => one.localeCompare(other))
    .map(([name, how]) => el("option", { value: name, selected: name === kept }, `${name}, ${how}`));
}
