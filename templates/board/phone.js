// A phone in the same network: the code that lets it in, and how it is put out again.

import { look } from "./api.js";
import { button, byId, el, show } from "./dom.js";
import { carryOut } from "./table.js";

/**
 * What the program says of the door for a phone.
 * @typedef {{ is_open?: boolean, code?: string, address?: string, place?: string, minutes?: number,
 *   seconds_left?: number | null, fingerprint?: string, warning?: string }} Door
 */

/** @type {Door | null} What was said last; null where nobody has asked, or where this is the phone. */
let door = null;

/** @type {ReturnType<typeof setTimeout> | undefined} Until the code that is shown is too old. */
let older;

/** The section of the front door; empty on the phone itself. */
export function phone() {
  const place = el("section", { id: "phone", "aria-label": "A phone", hidden: true });
  if (door) show(place, ...parts(door));
  else ask();
  return place;
}

/** Ask how it stands, and draw it. */
export async function ask() {
  try {
    told(await look("api/phone"));
  } catch {
    // The phone is told that this is done at the computer; there is nothing to show there.
  }
}

/** @param {Door} said */
function told(said) {
  door = said;
  clearTimeout(older);
  if (said.code && said.minutes) older = setTimeout(ask, said.minutes * 60000 + 1000);
  const place = byId("phone");
  if (place) show(place, ...parts(said));
}

/** @param {string} what */
const doing = (what) => () => carryOut(`api/phone/${what}`, {}, told);

/** @param {Door} said */
function parts(said) {
  if (said.is_open === undefined) return [];
  const title = el("h2", {}, "On your phone");
  const warning = said.warning ? el("p", { role: "alert", class: "hurt" }, said.warning) : "";
  const close = button("Let no phone in", doing("close"));
  if (!said.is_open) return [title, el("p", {}, "A phone in the same network can play here, while this program runs: its camera reads a code."), el("p", { class: "doing" }, button("Show a code", doing("open")))];
  if (!said.code) {
    const hours = Math.ceil((said.seconds_left ?? 0) / 3600);
    const state = said.seconds_left ? `A phone is on the board, for ${hours} hours more at most.` : "No phone is on the board, and the code is used or too old.";
    return [title, warning, el("p", { role: "status" }, state), el("p", { class: "doing" }, said.seconds_left ? button("Put the phone out", doing("close")) : close, button(said.seconds_left ? "Show a code for another phone" : "Show a new code", doing("open")))];
  }
  return [title, warning, el("div", { class: "code" },
    el("img", { src: said.code, alt: `A code that leads to ${said.address}`, width: 230 }),
    el("div", {},
      el("ol", {},
        el("li", {}, "Bring the phone into the same network as this computer."),
        el("li", {}, "Point its camera at the code, and open the address."),
        el("li", {}, `Its browser warns, since nobody vouches for the certificate of this computer: look for “Advanced” or “Details”, and go on to ${said.place}.`),
        el("li", {}, "Press “Play on this device”.")),
      el("p", { class: "soft" }, `The code lets one phone in, within ${said.minutes} minutes. All that this page can do the phone can do, but for passphrases and mail.`),
      el("details", {}, el("summary", {}, "In a network of strangers"), el("p", {}, "Compare the fingerprint (SHA-256) of the certificate, which the browser shows beside its warning, before you go on:"), el("p", { class: "fingerprint" }, said.fingerprint)),
      el("p", { class: "doing" }, close)))];
}
