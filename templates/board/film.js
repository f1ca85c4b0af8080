// "Since your last turn": what the others did, step by step on the map, before the player goes on.

import { look } from "./api.js";
import { button, byId, el, sentence, show } from "./dom.js";
import { told } from "./past.js";
import { clearArea } from "./plan.js";
import { complain, now, path } from "./table.js";

/** How long a step stands, in milliseconds; one with dice stands longer. */
const STEP = 1500;
const DICE = 3500;

/** The film that is shown: its data, the step, and the timer while it runs; null for none. */
let reel = null;

/** Counts what the player did with mouse, finger or key. */
let hands = 0;
for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => { hands += 1; }, true);

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether a film is shown just now. */
export const isShowing = () => reel !== null;

const seenKey = () => `film ${now.turn.real}`;

/** What was seen is remembered by the browser, so that a film begins by itself, and is asked for, only once. */
function wasSeen() {
  try {
    return localStorage.getItem(seenKey()) === now.turn.film;
  } catch {
    return false;
  }
}

function remember(name) {
  try {
    localStorage.setItem(seenKey(), name);
  } catch {
    // A browser that keeps nothing shows it once more.
  }
}

/** Show what has happened since the player's last turn; by itself only what they have not seen. */
export async function showFilm(isWanted = false) {
  const { game, map, turn } = now;
  if (!map || turn.rehearsal !== null || turn.kind === "computer" || (!isWanted && (turn.orders?.length || wasSeen()))) return;
  const before = hands;
  try {
    const film = await look(path("film"));
    // Anybody who has begun to do something meanwhile is not interrupted.
    if (!isWanted && hands !== before) return;
    if (now.game !== game || now.map !== map || now.turn.version !== turn.version) return;
    if (!film.steps.length) {
      remember(film.name);
      return;
    }
    clearArea();
    reel = { ...film, at: 0, timer: null };
    byId("table").toggleAttribute("data-film", true);
    draw();
    byId("film").querySelector("[data-main]").focus({ preventScroll: true });
    if (!still()) run();
  } catch (error) {
    complain(error);
  }
}

/** Put the map and the pane back to the turn. */
export function endFilm() {
  if (!reel) return;
  clearTimeout(reel.timer);
  remember(reel.name);
  reel = null;
  byId("table").removeAttribute("data-film");
  show(byId("film"));
  now.map?.news([]);
  now.map?.update(now.turn);
  now.map?.begin(now.turn);
}

/** Forget the film with its game. */
export function dropFilm() {
  if (reel) clearTimeout(reel.timer);
  reel = null;
  byId("table").removeAttribute("data-film");
  show(byId("film"));
}

function run() {
  const tick = () => {
    if (reel.at === reel.steps.length - 1) pause();
    else {
      go(reel.at + 1);
      wait();
    }
  };
  const wait = () => { reel.timer = setTimeout(tick, reel.steps[reel.at].told.some((one) => one.groups.length) ? DICE : STEP); };
  wait();
  draw();
}

function pause() {
  clearTimeout(reel.timer);
  reel.timer = null;
  draw();
}

function go(at) {
  reel.at = Math.max(0, Math.min(reel.steps.length - 1, at));
  draw();
}

/** Go a step on or back by hand, which stops the film. */
export function step(by) {
  clearTimeout(reel.timer);
  reel.timer = null;
  go(reel.at + by);
}

export const toggle = () => (reel.timer === null ? run() : pause());

/** The first step of the next turn; at the last one the film ends. */
function nextTurn() {
  const { turn } = reel.steps[reel.at];
  const next = reel.steps.findIndex((one) => one.turn > turn);
  if (next < 0) endFilm();
  else step(next - reel.at);
}

function draw() {
  const shown = reel.steps[reel.at];
  drawMap(shown);
  const turn = reel.turns.find((one) => one.number === shown.turn);
  const isLast = reel.steps[reel.at + 1]?.turn !== shown.turn;
  const runs = reel.timer !== null;
  const key = (name) => ({ "data-key": `film ${name}`, "data-meaning": `film ${name}` });
  show(byId("film"),
    el("h2", {}, "Since your last turn"),
    el("p", { class: "reel" }, el("strong", {}, turn?.title ?? ""), el("span", { class: "soft" }, ` ${reel.at + 1} of ${reel.steps.length}`), el("progress", { max: reel.steps.length, value: reel.at + 1, "aria-label": "How far the film is" })),
    el("p", { class: "doing" },
      button("◀", () => step(-1), { "aria-label": "One step back", disabled: reel.at === 0, ...key("back") }),
      button(runs ? "Pause" : "Play", toggle, key("play")),
      button("▶", () => step(1), { "aria-label": "One step on", disabled: reel.at === reel.steps.length - 1, ...key("on") }),
      button("Next nation", nextTurn, key("next")),
      button("My turn", endFilm, { class: "main", "data-main": true, "data-skip": true, ...key("skip") })),
    el("div", { id: "scene", role: "status", "aria-live": runs ? "off" : "polite" },
      shown.title && shown.kind !== "dice" ? el("p", { class: "soft" }, sentence(shown.title)) : "",
      shown.told.map(told),
      isLast && turn?.message ? el("blockquote", {}, turn.message) : ""));
}

/** The position after a step; areas in which something has become otherwise are marked. */
function drawMap(shown) {
  const areas = Object.assign({}, reel.start, ...reel.steps.slice(0, reel.at + 1).map((one) => one.areas));
  now.map.update({ overlay: { areas }, orders: shown.paths.map((way) => ({ path: way })) });
  now.map.news(Object.keys(shown.areas));
  if (shown.place) now.map.centre(shown.place);
}
