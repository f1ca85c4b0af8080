// What was ordered and can be taken back, and what has happened, with its dice.

import { button, byId, el, show } from "./dom.js";
import { otherWays } from "./sending.js";
import { change, now } from "./table.js";

export function showOrders() {
  const { orders, undone } = now.turn;
  if (!orders || (!orders.length && !undone.length)) {
    show(byId("orders"));
    return;
  }
  show(byId("orders"),
    el("h2", { id: "ordered" }, "Ordered"),
    el("p", {}, button("Undo", () => change("undo"), { disabled: !orders.length }), " ", button("Redo", () => change("redo"), { disabled: !undone.length })),
    el("ol", {}, orders.map((order, index) => el("li", {}, order.text, " ",
      button("×", () => change("undo", { index }), { class: "small", "aria-label": `Take back ${order.text}`, "data-key": `undo ${index}`, "data-meaning": `${index} of ${orders.length}` })))),
    el("div", { id: "instead" }, otherWays()), undone.length ? takenBack(undone) : "");
}

/** Each order that was taken back with those that needed it, the last first. */
function takenBack(undone) {
  const rows = undone.map((texts, index) => el("li", {}, `${texts.join("; ")} `,
    button("↻", () => change("redo", { index }), { class: "small", "aria-label": `Give again ${texts.join("; ")}`, "data-key": `redo ${index}`, "data-meaning": `${index} of ${undone.length}` })));
  return el("div", {}, el("h3", {}, "Taken back"), el("ul", { id: "undone" }, rows.reverse()));
}

export function showHappened() {
  const { happened, words } = now.turn;
  const letters = words.length ? [el("h2", {}, "What the others write"), words.map((one) => el("blockquote", {}, el("p", { class: "soft" }, `${one.nation} (${now.turn.seats[one.nation] ?? ""})`), el("p", {}, one.text)))] : [];
  show(byId("happened"), letters, happened.length ? [el("h2", { id: "news" }, "What happened"),
    el("ol", { class: "happened", reversed: true }, [...happened].reverse().map((one) => el("li", {}, one.map(told))))] : "");
}

/** A sentence, or a volley with its dice; a hit is marked by its shape as well as by its colour. */
export function told({ text, groups, outcome }) {
  if (!groups.length) return el("p", {}, text);
  const dice = groups.map(([strength, rolled]) => el("span", { class: "dice" }, el("span", { class: "soft" }, `at ${strength} `), rolled.map((die) => {
    const hit = die <= strength;
    return el("span", { class: hit ? "die hit" : "die", title: `hits at ${strength} or less` }, String(die), hit ? el("span", { class: "hidden" }, " hit") : "");
  })));
  return el("p", { class: "fire" }, `${text}: `, dice, ` ${outcome}`);
}
