// All that one agrees to by taking a seat, before it is taken.

import { button, el, notes, twice } from "./dom.js";

const compared = (is) => (is ? " (you have compared this key)" : " (not compared yet: ask for it by another way than mail)");

/** An invitation: to be answered, or waiting for others; `doing(action, body)` does something with the game. */
export function invitation(game, doing) {
  const { names, host, terms, dice, others, genesis } = game.invitation;
  const sorted = Object.entries(game.seats).map(([nation, player]) => el("li", {}, `${nation}: ${player}`));
  const all = [
    el("h4", {}, "Host"), el("p", {}, host, el("span", { class: "soft" }, compared(game.invitation.compared))),
    el("h4", {}, "Seats"), el("ul", {}, sorted),
    el("h4", {}, "Terms"), el("ul", {}, terms.map((text) => el("li", { class: text.startsWith("  ") ? "inner" : "" }, text.trim()))),
    el("h4", {}, dice.length > 1 ? "Dice authorities" : "Dice authority"),
    el("ul", {}, dice.map((one) => el("li", {}, `${one.address}: ${one.key}`, one.address === "embedded" ? "" : el("span", { class: "soft" }, compared(one.compared))))),
    notes(game.invitation.notes),
    others.length ? el("p", { class: "warnings" }, "You have other games of this id; this is not one of them: ", others.join("; ")) : "",
  ];
  if (!names.length) return el("details", {}, el("summary", {}, "What was agreed"), all);
  const name = el("select", { "data-key": `name ${genesis}` }, names.map((one) => el("option", {}, one)));
  const take = button("Take the seat", () => doing("join", { player: name.value, genesis }), { class: "main", "data-key": `take ${genesis}` });
  return el("div", { class: "invitation" }, all,
    el("p", {}, "Taking the seat signs your answer to exactly these terms. If you do not want to play, tell the host, or leave it."),
    el("p", { class: "doing" }, el("label", {}, "I am ", name), take),
    twice("Decline", "The host is told that you do not want to play, and can invite somebody else.", "Yes, tell the host", () => doing("decline", { player: name.value, genesis }), { "data-key": `decline ${genesis}` }),
    twice("Leave it", "The invitation goes out of your list; the host is told nothing. A mail with it brings it back.", "Yes, leave it", () => doing("leave", { genesis }), { "data-key": `leave ${genesis}` }));
}
