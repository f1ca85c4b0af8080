// Building the page. Text from files goes in as text nodes only, through `plain`; no text
// is ever read as HTML, and the Content-Security-Policy forbids it.

import { explain, plain, plural } from "./words.js";

const PAGE_SIZE = 100;
const MAX_DICE = 120;

/**
 * An element that the page has.
 * @returns {any}
 */
export function byId(id) {
  return document.getElementById(id);
}

/** An element. `content` are texts (made plain), elements, or nothing (null). */
export function element(tag, attributes = {}, ...content) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value);
  }
  for (const part of content.flat()) {
    if (part === null || part === undefined) continue;
    made.append(part instanceof Node ? part : plain(String(part)));
  }
  return made;
}

/** Somebody else's words, kept from changing the direction of ours. */
export function foreign(text) {
  return element("bdi", {}, text);
}

export function section(title, ...content) {
  return element("section", {}, element("h2", {}, title), ...content);
}

export function list(entries) {
  return element("ul", {}, entries.map((entry) => element("li", {}, entry)));
}

/** Pairs of a word and what stands for it. */
export function facts(pairs) {
  return element("dl", { class: "facts" }, pairs.flatMap(([word, value]) => [
    element("dt", {}, word), element("dd", {}, value),
  ]));
}

export function diceRow(dice) {
  const shown = dice.slice(0, MAX_DICE).map((die) => [element("span", { class: "die" }, die), " "]);
  const more = dice.length > MAX_DICE ? `and ${plural(dice.length - MAX_DICE, "more die", "more dice")}` : null;
  return element("span", { class: "dice" }, shown.flat(), more);
}

/** The code and its sentence. */
export function fault(error) {
  const where = error.record === null ? "" : `Record ${error.record}: `;
  return element("p", {}, `${where}${explain(error.code)} `, element("code", {}, error.code));
}

/** The coloured box on top of a result. `tone` is good, bad or warn. */
export function banner(tone, title, ...content) {
  return element("div", { class: `banner ${tone}` }, element("h2", { tabindex: "-1" }, title), ...content);
}

/** A table that shows its rows a hundred at a time. `columns` are {title, number?, cell(row)}; on a
 * narrow screen each cell carries its title. `rowClass` may give a class for a row. The roles are
 * spelt out because the style of narrow screens takes them away. */
export function table(caption, columns, rows, rowClass = (_row) => null) {
  const body = element("tbody", { role: "rowgroup" });
  const head = element("thead", { role: "rowgroup" }, element("tr", { role: "row" }, columns.map((column) =>
    element("th", { role: "columnheader", scope: "col", class: column.number ? "number" : null }, column.title))));
  const made = element("table", { role: "table" }, element("caption", {}, caption), head, body);
  const more = element("button", { type: "button", class: "more" });
  const box = element("div", { class: "rows" }, made);
  let shown = 0;
  const show = () => {
    for (const row of rows.slice(shown, shown + PAGE_SIZE)) {
      body.append(element("tr", { role: "row", class: rowClass(row) }, columns.map((column) =>
        element("td", { role: "cell", class: column.number ? "number" : null, "data-label": column.title },
          column.cell(row)))));
    }
    shown = Math.min(rows.length, shown + PAGE_SIZE);
    more.textContent = `Show more (${plural(rows.length - shown, "row")} left)`;
    more.hidden = shown >= rows.length;
  };
  more.addEventListener("click", show);
  show();
  if (!more.hidden) box.append(more);
  return box;
}

/** Says how far the work is: in words on the page, and to a screen reader. */
export function tell(text, isDone = false) {
  const status = byId("status");
  status.classList.toggle("done", isDone); // sighted users see it from the result
  status.textContent = text;
}

/** Lets the browser draw between two pieces of work. */
export function breathe() {
  return new Promise((resolve) => { setTimeout(resolve, 0); });
}
