// The look of page and map: as the system has it, light, dark, or patterns for those who see no colours; and the legend.

import { button, byId, draw, el, sentence, show } from "./dom.js";
import { pictureOf, showPictures } from "./kinds.js";
import { bringFields } from "./mapfolder.js";
import { now } from "./table.js";

const LOOKS = { "": "system", light: "light", dark: "dark", patterns: "patterns" };
const KEPT = "look";

const dark = matchMedia("(prefers-color-scheme: dark)");

function remembered(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

function remember(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // A browser that keeps nothing asks the system, and shows what there is, again next time.
  }
}

const kept = () => remembered(KEPT);

/** Give page and map the look that the player has chosen. */
export function applyLook() {
  const wanted = LOOKS[kept()] ? kept() : "";
  const look = wanted || (dark.matches ? "dark" : "light");
  document.documentElement.dataset.look = look === "dark" ? "dark" : "light";
  byId("look").value = wanted;
  showPictures(withPictures());
  document.documentElement.toggleAttribute("data-plain", !withPictures());
  now.map?.look(look);
}

const PICTURES = "pictures";
const withPictures = () => remembered(PICTURES) !== "no";

/** Whether the pictures of the folder are shown, where it has some; and a folder for the board. */
function pictures(reopen) {
  const { facts } = now.map;
  const box = el("input", { type: "checkbox", checked: withPictures(), "data-key": "pictures" });
  box.addEventListener("change", () => {
    remember(PICTURES, box.checked ? "yes" : "no");
    applyLook();
    now.map.redraw();
  });
  return [el("h3", {}, "Pictures of the map"), facts.pictures ? el("p", {}, el("label", {}, box, " with the units and the relief of the map’s own folder")) : "", bringFields(() => {
    byId("legend").close();
    reopen();
  })];
}

/** What the signs and keys mean, and what each kind of unit can do. */
function legend(reopen) {
  const { facts } = now.map;
  const owner = (nation) => {
    const chip = el("span", { class: "nation-chip" }, nation.letter);
    chip.style.background = nation.fill;
    chip.style.color = nation.ink;
    return el("li", {}, chip, ` ${nation.name}`);
  };
  const row = (unit) => el("tr", {}, el("th", { scope: "row" }, pictureOf(unit.symbol, unit.type, now.turn.nation), ` ${unit.name}`, unit.abilities.length ? el("div", { class: "soft" }, unit.abilities.join(", ")) : ""),
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
    pictures(reopen),
    el("h3", {}, "Keys"),
    el("ul", {}, KEYS.map(([key, what]) => el("li", {}, el("kbd", {}, key), ` ${what}`))));
  dialog.hidden = false;
  dialog.showModal();
}

/** Kinds of borders that are the thin lines of the map, and how they are known. */
const PLAIN = { plains: "plains, a thin line", coast: "coast, where land meets sea" };

const KEYS = [["Enter", "does what the dark button says"], ["d", "ends the phase"], ["u", "takes the last order back"], ["r", "gives it again"], ["/", "finds an area by its name"],
  ["Escape", "lets go of an area"], ["arrows, +, −, 0", "on the map: move it, nearer, farther, all of it"], ["← → space", "in the film of the others' turns: step by step, stop and go on"]];

/** `reopen`: draws the open game anew, with another map. */
export function listenForLook(reopen) {
  show(byId("look"), Object.entries(LOOKS).map(([value, text]) => el("option", { value }, text)));
  byId("look").addEventListener("change", (event) => {
    remember(KEPT, event.target.value);
    document.documentElement.dataset.look = "";
    applyLook();
  });
  dark.addEventListener("change", applyLook);
  byId("keys-open").addEventListener("click", () => now.map && legend(reopen));
  applyLook();
}
