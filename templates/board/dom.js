// Elements from plain values: text is always text, never markup.

import { deafen, once } from "./slips.js";
import { spoken } from "./spoken.js";

const SVG = "http://www.w3.org/2000/svg";

/** Attributes that people read. */
const SAID = new Set(["aria-label", "title", "placeholder"]);

function fill(node, traits, parts) {
  for (const [name, value] of Object.entries(traits)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") node[name] = value;
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : SAID.has(name) ? spoken(value) : value);
  }
  node.append(...parts.flat(Infinity).filter((part) => part !== null && part !== undefined && part !== "").map((part) => (typeof part === "string" ? spoken(part) : part)));
  return node;
}

/** An element of the page: tag, attributes and listeners (`onclick`), then texts and elements. */
export function el(tag, traits = {}, ...parts) {
  return fill(document.createElement(tag), traits, parts);
}

/** An element of a drawing. */
export function draw(tag, traits = {}, ...parts) {
  return fill(document.createElementNS(SVG, tag), traits, parts);
}

/**
 * An element that the page has; which kind it is, its place in page.html says.
 * @returns {any}
 */
export const byId = (id) => document.getElementById(id);

/** What has the focus within a place of the page, or null. */
export function focusedIn(place) {
  const focused = document.activeElement;
  return focused instanceof HTMLElement && place.contains(focused) ? focused : null;
}

/** Put other content into a place of the page; the focus stays where it was if that is still there. */
export function show(place, ...parts) {
  const focused = focusedIn(place)?.dataset.key;
  place.replaceChildren(...parts.flat(Infinity).filter((part) => part !== null && part !== ""));
  place.hidden = place.childElementCount === 0;
  if (focused) [...place.querySelectorAll("[data-key]")].find((one) => one.dataset.key === focused)?.focus();
}

/** A button that does something, once at a time. */
export function button(text, act, traits = {}) {
  return el("button", { type: "button", "data-key": text, onclick: once(act), ...traits }, text);
}

/** What the maker of a map says, folded; nothing for a map without notes. */
export function notes(text) {
  return text ? el("details", { class: "notes" }, el("summary", {}, "Notes of the map"), text.split("\n").map((line) => (line ? el("p", {}, line) : ""))) : "";
}

/** What was done, a sentence each, told to who cannot see it too. */
export function saidOf(lines) {
  return el("div", { class: "said", role: "status" }, el("ul", {}, lines.map((text) => el("li", {}, text))));
}

/**
 * A button that asks once more, in words, before it does something that cannot be taken back.
 * While its question is open, what is around it has `data-asking`, and should not be drawn anew.
 */
export function twice(text, question, yes, act, traits = {}) {
  const place = el("div", { class: "doing" });
  const key = traits["data-key"] ?? text;
  const ask = () => {
    place.removeAttribute("data-asking");
    show(place, button(text, sure, traits));
  };
  const sure = () => {
    place.setAttribute("data-asking", "");
    const done = button(yes, act, { class: "main", "data-key": `yes ${key}` });
    show(place, el("p", {}, question), done, button("Not now", ask, { "data-key": `no ${key}` }));
    done.focus();
    deafen(done);
  };
  ask();
  return place;
}

/** − number +; `changed` is called with the new number. */
export function stepper(label, value, least, most, changed) {
  const input = el("input", { type: "number", min: least, max: most, value, "aria-label": label, "data-key": `${label} number`, inputmode: "numeric" });
  const set = (number) => {
    const fitting = Math.max(least, Math.min(most, Number.isFinite(number) ? Math.trunc(number) : least));
    input.value = fitting;
    if (fitting !== value) changed((value = fitting));
  };
  input.addEventListener("change", () => set(Number(input.value)));
  const node = el("span", { class: "stepper" },
    el("button", { type: "button", "aria-label": `One ${label} less`, "data-key": `${label} less`, onclick: () => set(value - 1) }, "−"),
    input,
    el("button", { type: "button", "aria-label": `One ${label} more`, "data-key": `${label} more`, onclick: () => set(value + 1) }, "+"));
  node.set = set;
  return node;
}

export const plural = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** With a capital letter. */
export const sentence = (text) => text && text[0].toUpperCase() + text.slice(1);

/** A moment as people read it. */
export const dateOf = (seconds) => new Date(seconds * 1000).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
