// The pane of the chosen area: what is there, what of it goes along, and what it can do.

import { button, byId, el, show, stepper } from "./dom.js";
import { kindIn } from "./kinds.js";
import { meaningNow, think } from "./meaning.js";
import { placeHere } from "./place.js";
import { bendBy, moves, plan, raided, straighten, takeCount, takeEvery } from "./plan.js";
import { placesNow } from "./room.js";
import { send } from "./sending.js";
import { once } from "./slips.js";
import { now } from "./table.js";
import { coming, past, sentSoFar } from "./target.js";

/** Draw the chosen area; goal: of before, where only what can be reached is new: whoever types goes on doing so. */
export function drawArea(goal) {
  if (goal === undefined) {
    showArea();
    return;
  }
  showGoals();
  if (goal) think(goal);
}

function showArea() {
  const place = byId("area");
  const chosen = plan();
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
    el("p", { class: "soft" }, `Next to ${view.neighbours.join(", ")}`));
}

function groups(view) {
  return el("ul", {}, view.groups.map((group) => el("li", {}, kindIn(group.type, `${group.count} ${group.label}${group.aboard ? ` aboard a ${group.aboard}` : ""} (${group.owner || "neutral"})`, group.owner))));
}

/** The areas by way of which the units will go, and a button that forgets them. */
function wayNow() {
  const { via } = plan();
  return via.length ? el("p", { id: "way", role: "status" }, `By way of ${via.join(", then ")}. `, button("Shortest way", straighten)) : "";
}

/** Who goes along, by type, and where to. */
function goers() {
  const chosen = plan();
  const rows = chosen.reach.map((row) => el("li", {}, kindIn(row.type, `${row.label}${row.owner ? ` (${row.owner})` : ""}`, row.owner || now.turn.nation),
    stepper(row.label, chosen.counts.get(row), 0, row.count, (count) => {
      takeCount(row, count);
      showGoals();
    })));
  const others = chosen.view.groups.filter((group) => !chosen.reach.some((row) => row.type === group.type && (row.owner || now.turn.nation) === group.owner));
  const list = el("select", { id: "goal", "data-key": "goal", onchange: () => think(list.value) }, goals());
  const go = once(send);
  return el("div", {},
    el("ul", { class: "rows" }, rows),
    el("p", {}, button("All units", () => takeEvery(true)), " ", button("No units", () => takeEvery(false))),
    el("form", { class: "line", hidden: chosen.targets.size === 0, onsubmit: (event) => { event.preventDefault(); if (list.value) go(list.value); } },
      el("label", {}, "To ", list), el("button", { type: "submit", "data-meaning": `Move ${now.turn.version}` }, "Move"), " ",
      button("By way of", () => list.value && bendBy(list.value))),
    wayNow(),
    el("div", { id: "meaning", role: "status" }, meaningNow()),
    el("p", { id: "raids", class: "doing" }, raids()),
    others.length ? groups({ groups: others }) : "");
}

/** A button for each factory that those who go along can bomb. */
const raids = () => raided().map((goal) => button(`Raid the factory of ${goal}`, () => send(goal, { raid: true })));

/** What those who go along can do again, with the goal that was chosen before. */
function showGoals() {
  const list = byId("goal");
  if (!list) return;
  list.replaceChildren(...goals(list.value));
  list.form.hidden = plan().targets.size === 0;
  show(byId("raids"), ...raids());
  show(byId("meaning"));
}

function goals(kept = byId("goal")?.value) {
  return [...plan().targets].sort(([one], [other]) => one.localeCompare(other))
    .map(([name, how]) => el("option", { value: name, selected: name === kept }, `${name}, ${how}`));
}
