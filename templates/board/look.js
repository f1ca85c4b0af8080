// The look of page and map: as the system has it, light, dark, or patterns for those who see no colours; and the legend.

import { pictureOf } from "./chip.js";
import { button, byId, draw, el, sentence, show } from "./dom.js";
import { now } from "./table.js";

const LOOKS = { "": "as the system", light: "light", dark: "dark", patterns: "patterns" };
const KEPT = "look";

const dark = matchMedia("(prefers-color-scheme: dark)");

function kept() {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

/** Give page and map the look that the player has chosen. */
export function applyLook() {
  const wanted = LOOKS[kept()] ? kept() : "";
  const look = wanted || (dark.matches ? "dark" : "light");
  document.documentElement.dataset.look = look === "dark" ? "dark" : "light";
  byId("look").value = wanted;
  now.map?.look(look);
}

/** What the signs and keys mean, and what each kind of unit can do. */
function legend() {
  const { facts } = now.map;
  const owner = (nation) => {
    const chip = el("span", { class: "nation-chip" }, nation.letter);
    chip.style.background = nation.fill;
    chip.style.color = nation.ink;
    return el("li", {}, chip, ` ${nation.name}`);
  };
  const row = (unit) => el("tr", {}, el("th", { scope: "row" }, pictureOf(unit.symbol), ` ${unit.name}`, unit.abilities.length ? el("div", { class: "soft" }, unit.abilities.join(", ")) : ""),
    [unit.attack, unit.defence, unit.movement, unit.price || "–"].map((figure) => el("td", {}, String(figure))));
  const dialog = byId("legend");
  show(dialog, el("h2", { id: "legend-title" }, "Legend"),
    el("p", { class: "doing" }, button("Close", () => dialog.close(), { "aria-label": "Close the legend" })),
    el("ul", { class: "places" }, facts.nations.map(owner)),
    el("p", {}, "★ capital, ● victory city, ⚓ convoy, ✕ a battle is to be fought. A letter with a number says how many units of a nation stand there."),
    facts.borders.length ? el("ul", { class: "places" }, facts.borders.filter((one) => one.limit).map(({ kind, limit }) => el("li", {},
      PLAIN[kind] ? "" : draw("svg", { viewBox: "0 0 48 12", class: "border-sample", "aria-hidden": "true" }, draw("path", { class: `border ${kind}`, d: "M2 6L46 6" })),
      ` ${sentence(PLAIN[kind] ?? kind)}: ${limit} may engage over it`))) : "",
    now.turn.prices === undefined && !facts.units.some((unit) => unit.attack || unit.defence) ? "" : el("table", {}, el("thead", {}, el("tr", {}, ["Unit", "Attack", "Defence", "Moves", "Price"].map((title) => el("th", { scope: "col" }, title)))), el("tbody", {}, facts.units.map(row))),
    el("h3", {}, "Keys"),
    el("ul", {}, KEYS.map(([key, what]) => el("li", {}, el("kbd", {}, key), ` ${what}`))));
  dialog.hidden = false;
  dialog.showModal();
}

/** Kinds of borders that are the thin lines of the map, and how they are known. */
const PLAIN = { plains: "plains, a thin line", coast: "coast, where land meets sea" };

const KEYS = [["Enter", "does what the dark button says"], ["d", "ends the phase"], ["u", "takes the last order back"], ["r", "gives it again"], ["/", "finds an area by its name"],
  ["Escape", "lets go of an area"], ["arrows, +, −, 0", "on the map: move it, nearer, farther, all of it"], ["← → space", "in the film of the others' turns: step by step, stop and go on"]];

export function listenForLook() {
  show(byId("look"), Object.entries(LOOKS).map(([value, text]) => el("option", { value }, text)));
  byId("look").addEventListener("change", (event) => {
    try {
      localStorage.setItem(KEPT, event.target.value);
    } catch {
      // A browser that keeps nothing has the look of the system again next time.
    }
    document.documentElement.dataset.look = "";
    applyLook();
  });
  dark.addEventListener("change", applyLook);
  byId("keys-open").addEventListener("click", () => now.map && legend());
  applyLook();
}
