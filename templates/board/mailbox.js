// Mail: the address first, then what the provider of that address wants, then a try in both directions.

import { look } from "./api.js";
import { button, byId, el, saidOf, show } from "./dom.js";
import { carryOut, complain } from "./table.js";

export async function showMail() {
  try {
    const { address } = await look("api/mail");
    const rest = el("div", { id: "provider" });
    const input = el("input", { type: "email", size: 30, value: address, autocomplete: "email", "data-key": "address" });
    const find = () => carryOut("api/mail/look", { address: input.value.trim() }, (found) => show(rest, asked(found)));
    show(byId("games"), el("form", { id: "mailbox", onsubmit: (event) => { event.preventDefault(); find(); } },
      el("p", {}, address ? `Your mail is set up for ${address}. Another address takes its place.` : "Invitations and turns go by mail, from your own address. The program sends and reads them; every other mail in the box stays as it is, and nothing is told to anybody else."),
      el("p", {}, el("label", { class: "wide" }, "Your mail address ", input)),
      el("p", { class: "doing" }, el("button", { type: "submit", class: "main" }, "Go on"), el("a", { href: "#" }, "Not now")), rest));
  } catch (error) {
    complain(error);
  }
}

/** A page of the provider, in another tab. */
const outside = (url, text = url) => el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, text);

/** What the provider wants. */
function asked(found) {
  const field = (traits) => el("input", { size: 30, autocomplete: "off", ...traits });
  const password = field({ type: "password", "data-key": "password" });
  const [imap, smtp, client] = [field({ "data-key": "imap" }), field({ "data-key": "smtp" }), field({ "data-key": "client" })];
  const account = () => ({ address: found.address, password: password.value, imap: imap.value, smtp: smtp.value, client: client.value });
  const keep = () => carryOut("api/mail/keep", account(), ({ news }) =>
    show(byId("games"), saidOf(news), el("p", {}, "Your mail is set up."), el("p", { class: "doing" }, el("a", { href: "#", class: "as-button" }, "My games"))));
  const servers = found.known
    ? el("p", {}, `${found.title}: mail goes out by ${found.smtp}, and comes from ${found.imap}.`)
    : [el("p", {}, "This provider publishes no settings. Its help pages name its servers."), el("p", {}, el("label", { class: "wide" }, "Server for mail that comes (IMAP) ", imap)), el("p", {}, el("label", { class: "wide" }, "Server for mail that goes out (SMTP) ", smtp))];
  const isApp = found.password === "app-password";
  const byPassword = found.known && !found.password ? "" : [
    isApp ? el("p", {}, "It wants an app password: a password for this program alone, which does not open your account. ", found.make ? ["Make one at ", outside(found.make), "."] : "") : "",
    el("p", {}, el("label", { class: "wide" }, isApp ? "The app password " : "The password of this mailbox ", password))];
  const bySignIn = found.sign_in ? el("details", { open: !found.password }, el("summary", {}, "Sign in with the browser instead"),
    el("p", {}, "The provider wants to know which program asks: make a client id of your own, once, at ", outside(found.register), "."),
    el("p", {}, el("label", { class: "wide" }, "Client id ", client)), el("p", { id: "sign-in", role: "status" })) : "";
  return el("div", {}, servers, found.note ? el("p", {}, found.note) : "", byPassword, bySignIn,
    el("p", { class: "doing" }, button("Try it and keep it", keep, { class: "main" })));
}

/** The provider's page is open to be signed in at. */
export function showSignIn(url) {
  const place = byId("sign-in");
  if (place) show(place, "Go on at ", outside(url, "the page of your provider"), ", then come back here.");
}
