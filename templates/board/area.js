// The chosen area: what is there, what of it goes along, and where a click sends it.

import { look } from "./api.js";
import { button, byId, el, plural, show, stepper } from "./dom.js";
import { change, complain, now, path } from "./main.js";
import { placeHere, placesNow } from "./place.js";

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

const moves = () => (now.turn.forms ?? []).find((form) => form.shape === "way");
const going = () => chosen.reach.filter((row) => chosen.counts.get(row) > 0);
const pickOf = (row) => [chosen.counts.get(row), row.type, row.owner, []];

/** Click on an area: send there what is chosen, or choose it. */
export async function chooseArea(name, { via = false } = {}) {
  if (chosen && chosen.name !== name && chosen.targets.has(name)) {
    if (via) {
      bendBy(name);
      return;
    }
    await send(name);
    return;
  }
  if (chosen?.name === name) {
    clearArea();
    return;
  }
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
  chosen = { name, view, reach, via: [], counts: new Map(), targets: new Map() };
  const leaders = reach.filter((row) => !now.map.air.has(row.type));
  for (const row of reach) chosen.counts.set(row, takes && (!leaders.length || leaders.includes(row)) ? row.count : 0);
  aim();
  showArea();
  if (reach.some((row) => !now.map.air.has(row.type) && !now.map.isSea(name))) lightLandings(name);
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
  for (const name of chosen.landings ?? []) if (!targets.has(name)) targets.set(name, 0);
  chosen.targets = new Map([...targets].map(([end, steps]) => [end, steps ? plural(steps, "step") : BY_SEA]));
  now.map.light(chosen.name, going().length || placesNow().size === 0 ? chosen.targets : placesNow(), BY_SEA);
}

/** Coasts that ships could bring them to; worked out while the player thinks. */
async function lightLandings(name) {
  try {
    const { landings } = await look(path(`landings?name=${encodeURIComponent(name)}`));
    if (chosen?.name !== name || !landings.length) return;
    chosen.landings = landings;
    aim();
    showArea();
  } catch {
    // They can still be typed; nothing else depends on them.
  }
}

/** The way goes over this area, after those that were named before. */
function bendBy(name) {
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

async function send(goal, raid = false) {
  const direct = going().filter((row) => row.ways[goal]);
  const { name, via } = chosen;
  const rest = chosen;
  if (direct.length || raid) {
    const picks = (raid ? going() : direct).map(pickOf);
    if (!await change("order", { orders: [["move", picks, [name, ...via, goal], raid, []]] })) return;
  } else {
    const picks = going().filter((row) => !now.map.air.has(row.type)).map(pickOf);
    if (!await change("land", { order: ["move", picks, [name, goal], false, []] })) return;
  }
  if (chosen !== rest) return;
  await again(name);
}

/** See anew what is in an area after something was placed there. */
export async function lookAgain(name) {
  if (chosen?.name === name) await again(name, true);
}

/** After a move the rest of the stack stays chosen, none of it going along yet. */
async function again(name, always = false) {
  clearArea();
  const click = clicks;
  const view = await look(path(`area?name=${encodeURIComponent(name)}`));
  if ((always || view.reach?.length) && click === clicks) choose(name, view, false);
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
  const facts = [view.owner, view.value ? `worth ${view.value}` : "", ...view.facts].filter(Boolean).join(", ");
  show(place,
    el("h2", {}, view.name),
    el("p", { class: "soft" }, facts || "open sea"),
    chosen.reach.length ? goers() : groups(view),
    placesNow().has(view.name) ? placeHere(view.name) : "",
    moves() ? sentSoFar(view.name) : "",
    moves() ? coming(view.name, !chosen.reach.length) : "",
    el("p", { class: "soft" }, `Next to ${view.neighbours.join(", ")}.`));
}

function groups(view) {
  return el("ul", {}, view.groups.map((group) => el("li", {}, `${group.count} ${group.label}${group.aboard ? ` aboard a ${group.aboard}` : ""} (${group.owner || "neutral"})`)));
}

/** Who goes along, by type, and where to. */
function goers() {
  const rows = chosen.reach.map((row) => el("li", {}, el("span", {}, `${row.type}${row.owner ? ` (${row.owner})` : ""}`),
    stepper(row.type, chosen.counts.get(row), 0, row.count, (count) => {
      chosen.counts.set(row, count);
      aim();
      const list = byId("goal");
      if (!list) return;
      list.replaceChildren(...goals());
      list.form.hidden = chosen.targets.size === 0;
    })));
  const every = (all) => () => {
    for (const row of chosen.reach) chosen.counts.set(row, all ? row.count : 0);
    aim();
    showArea();
  };
  const others = chosen.view.groups.filter((group) => !chosen.reach.some((row) => row.type === group.type && (row.owner || now.turn.nation) === group.owner));
  const raids = [...new Set(going().flatMap((row) => row.raids))];
  return el("div", {},
    el("ul", { class: "rows" }, rows),
    el("p", {}, button("All units", every(true)), " ", button("No units", every(false))),
    el("form", { class: "line", hidden: chosen.targets.size === 0, onsubmit: (event) => { event.preventDefault(); if (byId("goal").value) send(byId("goal").value); } },
      el("label", {}, "To ", el("select", { id: "goal", "data-key": "goal" }, goals())), el("button", { type: "submit" }, "Move"), " ",
    button("By way of", () => byId("goal").value && bendBy(byId("goal").value))),
    wayNow(),
    raids.length ? el("p", {}, raids.map((goal) => button(`Raid the factory of ${goal}`, () => send(goal, true)))) : "",
    others.length ? groups({ groups: others }) : "");
}

const goals = () => [...chosen.targets].sort(([one], [other]) => one.localeCompare(other)).map(([name, how]) => el("option", { value: name }, `${name}, ${how}`));

/** The odds of what has been sent here so far; a large battle is shown when it is worked out. */
function sentSoFar(name) {
  if (!now.turn.battles.some(([place]) => place === name)) return "";
  const text = el("p", { id: "sent", role: "status" }, "Working out the odds …");
  const { version } = now.turn;
  look(path(`odds?name=${encodeURIComponent(name)}`)).then(({ odds }) => {
    if (now.turn?.version === version) text.textContent = odds.map((one) => one.text).join("; ") || "No odds.";
  }, complain);
  return text;
}

/** Who could get here, a button for each that brings it; open at a target, where nothing of ours can go on. */
function coming(name, open) {
  const list = el("ul");
  const bring = (row) => button(`Bring ${row.count}`, () => change("order", { orders: [["move", [[row.count, row.type, "", []]], row.path, false, []]] }),
    { "data-key": `bring ${row.type} ${row.place}`, "aria-label": `Bring ${row.count} ${row.type} from ${row.place}` });
  const fill = async () => {
    const { coming: found } = await look(path(`coming?name=${encodeURIComponent(name)}`));
    list.replaceChildren(...found.map((row) => el("li", {}, `${row.count} ${row.type} from ${row.place}, ${row.way} `, row.path.length ? bring(row) : "")));
    if (!found.length) list.replaceChildren(el("li", {}, "nobody"));
  };
  return el("details", { id: "coming", open, ontoggle: (event) => event.target.open && fill().catch(complain) }, el("summary", {}, "Who could get here"), list);
}
