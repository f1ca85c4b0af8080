// The open game, for every part of the page: its turn, and how it is changed; who draws it says so.

import { act, look } from "./api.js";
import { button, byId } from "./dom.js";
import { spoken } from "./spoken.js";

/** The open game: its turn as the program last told it, its map, and what the player has chosen. */
export const now = { game: "", turn: null, map: null, busy: 0 };

export function path(what = "") {
  return `api/games/${now.game}${what ? `/${what}` : ""}`;
}

/** Say what went wrong and what is safe; "" takes it away. */
export function complain(error) {
  const text = error ? [error.text ?? error.message, error.safe ?? ""].filter(Boolean).join(" ") : "";
  byId("trouble").textContent = spoken(text);
  byId("trouble").dataset.code = error?.code ?? "";
  byId("trouble").hidden = !text;
}

/** What draws the page for a turn: see `drawBy`. */
let draw = (_before, _what) => {};

/** Let this draw the page from now on: called with the turn before, null for none, and what changed it. */
export function drawBy(work) {
  draw = work;
}

/** The turn as it is now; what: the change that led to it, "" when somebody else made it. */
export async function take(turn, what = "") {
  if (!turn || turn.game !== now.game) return;
  const before = now.turn;
  now.turn = turn;
  await draw(before, what);
}

/** Do something during which the page says that it is busy; what was said of its progress goes with it. */
export async function busily(work) {
  const count = (step) => {
    now.busy += step;
    for (const main of document.querySelectorAll("main")) {
      if (now.busy) main.setAttribute("aria-busy", "true");
      else main.removeAttribute("aria-busy");
    }
  };
  count(1);
  try {
    return await work();
  } finally {
    count(-1);
    if (!now.busy) byId("progress").textContent = "";
  }
}

/** Have the program do something beside the turn, and use its answer; what was refused is said. */
export const carryOut = (where, body, use) => busily(async () => {
  try {
    const answer = await act(where, body);
    complain(null);
    await use(answer);
  } catch (error) {
    complain(error);
  }
});

/** Change the turn; the answer draws the page, and what was refused is said. */
export const change = (what, body = {}) => busily(async () => {
  try {
    const { game } = now;
    const answer = await act(path(what), () => ({ ...body, version: now.turn?.version ?? "" }));
    if (game !== now.game) return null;
    complain(null);
    now.map?.quiet();
    await take(answer.turn, what);
    return answer;
  } catch (error) {
    await take(error.turn);
    // Where the player looks the reason is said once; below only what cannot be said on the map.
    if (error.safe || error.status !== 422 || !now.map?.mark(error.message)) complain(error);
    else complain(null);
    return null;
  }
});

/**
 * A button that rolls dice, signs or mails.  It is the dark one, and Enter presses it, only while no warning stands;
 * the same words mean something else in the next question.
 */
export function finalButton(text, act, { isMain = true, ...traits } = {}) {
  const isDark = isMain && !now.turn.warnings?.length;
  return button(text, act, { class: isDark ? "main" : "", "data-main": isDark, "data-final": true, "data-meaning": `${text} ${now.turn.version}`, ...traits });
}

export async function reload() {
  if (!now.game) return;
  try {
    await take(await look(path()));
  } catch (error) {
    complain(error);
  }
}
