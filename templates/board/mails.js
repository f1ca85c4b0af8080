// What has become of the mails of a game, and what can be done about each.

import { button, dateOf, el } from "./dom.js";


/** `doing(action, body)` does something with the game. */
export function mails(game, doing) {
  const told = game.mails.map((one) => el("li", { class: one.delivery }, line(one), " ", choices(one, doing)));
  if (!told.length && !game.unmailed) return "";
  const open = game.unmailed || game.mails.some((one) => one.delivery !== "sent");
  return el("details", { class: "mails", open }, el("summary", {}, open ? "Mail: not everything has arrived" : "Mail: sent"),
    game.unmailed ? el("p", {}, "What you signed last is kept, but was not mailed yet. ", button("Send it", () => doing("send", {}))) : "",
    told.length ? el("ul", {}, told) : "");
}

function line(one) {
  const reason = one.reason ? `: ${one.reason.replace(/\.$/, "")}` : "";
  const next = one.next_try && one.delivery === "pending" ? `. Fetching mail tries again at once, the open board from ${dateOf(one.next_try)} on` : "";
  return `To ${one.recipient}: ${one.words}${reason}${next}.`;
}

const AGAIN = { pending: "Try now", sent: "It got lost: send again", unsure: "Send again", refused: "Send again" };

function choices(one, doing) {
  const key = `${one.mail} ${one.recipient}`;
  return [
    AGAIN[one.delivery] ? button(AGAIN[one.delivery], () => doing("send-again", { mail: one.mail }), { class: "small", "data-key": `again ${key}` }) : "",
    one.delivery === "unsure" ? button("It arrived", () => doing("arrived", { mail: one.mail }), { class: "small", "data-key": `arrived ${key}` }) : "",
  ];
}
