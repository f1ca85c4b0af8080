// The field in which an area is looked up by its name, a part of it, or something that is nearly its name.

import { button, byId, el, show } from "./dom.js";
import { clearArea } from "./plan.js";
import { chooseArea } from "./sending.js";
import { now } from "./table.js";

/** So many names are offered for one that is nobody's. */
const MOST_OFFERED = 3;

/** How many letters have to be changed, put in or left out to make one word of another. */
function apartBy(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1];
    for (const [place, same] of [...other].entries()) next.push(Math.min(next[place] + 1, row[place + 1] + 1, row[place] + (letter === same ? 0 : 1)));
    row = next;
  }
  return row.at(-1);
}

/** The areas whose names, or whose beginnings, are most like a text. */
function alike(text) {
  const wanted = text.toLowerCase();
  const far = (name) => Math.min(apartBy(wanted, name.toLowerCase()), apartBy(wanted, name.toLowerCase().slice(0, wanted.length)) + 0.5);
  const ranked = [...now.map.shapes.keys()].map((name) => [far(name), name]).sort(([one], [other]) => one - other);
  return ranked.filter(([by]) => by <= Math.max(2, wanted.length / 2)).slice(0, MOST_OFFERED).map(([, name]) => name);
}

function goTo(name) {
  show(byId("found"));
  byId("find").value = "";
  now.map.quiet();
  now.map.approach(name);
  // A name that is looked up is looked at; only a click on the map sends units there.
  clearArea();
  chooseArea(name);
}

function find(event) {
  const text = event.target.value.trim();
  const name = now.map?.named(text);
  if (!text || !now.map) show(byId("found"));
  else if (name) goTo(name);
  else {
    const offers = alike(text);
    show(byId("found"), el("span", {}, `No area here is called “${text}”.${offers.length ? " Do you mean " : ""}`),
      offers.map((one) => button(one, () => goTo(one), { class: "small", "data-key": `mean ${one}` })), offers.length ? "?" : "");
  }
}

export function listenForNames() {
  byId("find").addEventListener("change", find);
}
