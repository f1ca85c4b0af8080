// Keys for the whole page; what is typed into a field is left alone, and no key that is held repeats what it does.

import { byId } from "./dom.js";
import { endFilm, isShowing, step, toggle } from "./film.js";
import { clearArea } from "./plan.js";
import { soon } from "./slips.js";
import { change, now } from "./table.js";

/** The first element that this finds, and may be pressed. @returns {HTMLElement | null} */
const found = (selector) => document.querySelector(selector);

const press = (selector) => found(selector)?.click();

/** What keys do while the film is shown. */
const FILM = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), " ": toggle, Enter: endFilm, Escape: endFilm };

/** Do what the dark button says; a second Enter right after the first does nothing that is final. */
function enter() {
  const main = found("#area [data-main]:enabled") ?? found("#ask [data-main]");
  const isSecond = soon("Enter");
  if (main && !(isSecond && main.hasAttribute("data-final"))) main.click();
}

const KEYS = {
  u: () => now.turn?.orders?.length && change("undo"),
  r: () => now.turn?.undone?.length && change("redo"),
  d: () => press("#ask [data-end]"),
  Enter: enter,
  "/": () => byId("find").focus(),
  Escape: clearArea,
};

export function listenForKeys() {
  document.addEventListener("keydown", (event) => {
    // A field keeps its letters, a button its Enter.
    const fields = event.key === "Enter" ? "input, textarea, select, button, a, summary" : "input, textarea, select";
    if (!now.turn || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey || (event.key !== "Escape" && event.target instanceof Element && event.target.closest(fields))) return;
    const act = (isShowing() ? FILM : KEYS)[event.key];
    if (!act) return;
    event.preventDefault();
    if (!event.repeat) act();
  });
}
