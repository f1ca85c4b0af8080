// Keys for the whole page; what is typed into a field is left alone.

import { byId } from "./dom.js";
import { clearArea } from "./plan.js";
import { change, now } from "./table.js";

const press = (selector) => document.querySelector(selector)?.click();

const KEYS = {
  u: () => now.turn?.orders?.length && change("undo"),
  r: () => now.turn?.undone?.length && change("redo"),
  d: () => press("#ask [data-end]"),
  Enter: () => press(document.querySelector("#area [data-main]:enabled") ? "#area [data-main]" : "#ask [data-main]"),
  "/": () => byId("find").focus(),
  Escape: clearArea,
};

export function listenForKeys() {
  document.addEventListener("keydown", (event) => {
    // A field keeps its letters, a button its Enter.
    const fields = event.key === "Enter" ? "input, textarea, select, button, a, summary" : "input, textarea, select";
    if (!now.turn || event.ctrlKey || event.metaKey || event.altKey || (event.key !== "Escape" && event.target.closest(fields))) return;
    const act = KEYS[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}
