// Figures over time, as plain SVG: one line for each nation, told apart without colour as well.

import { drawn } from "./replay_map.js";
import { element, foreign } from "./view.js";

const WIDE = 360;
const HIGH = 150;
const LEFT = 38;
const RIGHT = 24;
const EDGE = 12;
const STROKES = [null, "7 3", "2 3", "9 3 2 3", "4 2 1 2 1 2", "12 4", "1 4", "6 2 2 2 2 2"];

/** All graphs, and a function that moves their cursors to a turn (0: the start of turn 1). */
export function graphsOf(film) {
  const made = film.figures.map((heading, at) => lineGraph(film, heading, film.turns.map((turn) => turn.f[at])));
  if (film.turns.some((turn) => turn.l.some(Boolean))) {
    made.push(lineGraph(film, "Hits above expectation since the start", film.turns.map((turn) => turn.l)));
  }
  if (film.turns.some((turn) => turn.s.some(Boolean))) {
    made.push(lineGraph(film, "PUs of battles above their odds since the start", film.turns.map((turn) => turn.s)));
  }
  return { figures: made.map(([figure]) => figure), move: (turn) => made.forEach(([, move]) => move(turn)) };
}

function lineGraph(film, heading, rows) {
  const values = rows.flat();
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const x = (turn) => LEFT + ((WIDE - LEFT - RIGHT) * turn) / Math.max(1, rows.length - 1);
  const y = (value) => HIGH - EDGE - ((HIGH - 2 * EDGE) * (value - low)) / (high - low);
  const nations = film.owners.slice(0, film.nations);
  const told = nations.map(([name], at) => `${name} from ${rows[0][at]} to ${rows[rows.length - 1][at]}`).join(", ");
  const svg = drawn("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${heading}, by turn: ${told}` });
  for (const value of new Set([low, 0, high])) {
    svg.append(drawn("line", { class: "axis", x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value) }),
      drawn("text", { x: LEFT - 4, y: y(value) + 4, "text-anchor": "end" }, Math.round(value * 10) / 10));
  }
  const ends = placedEnds(nations.map((nation, at) => y(rows[rows.length - 1][at])));
  for (const [at, [, fill, , letter]] of nations.entries()) {
    const points = rows.map((row, turn) => `${x(turn).toFixed(1)},${y(row[at]).toFixed(1)}`).join(" ");
    svg.append(drawn("polyline", { class: "halo", points }),
      drawn("polyline", { points, stroke: fill, "stroke-dasharray": STROKES[at % STROKES.length] }),
      drawn("text", { x: WIDE - RIGHT + 4, y: ends[at] + 4 }, letter));
  }
  const cursor = drawn("line", { class: "cursor", y1: 4, y2: HIGH - 4 });
  svg.append(cursor);
  const move = (turn) => {
    const at = x(Math.min(Math.max(turn, 0), rows.length - 1));
    cursor.setAttribute("x1", at);
    cursor.setAttribute("x2", at);
  };
  move(0);
  return [element("figure", { class: "graph" }, element("figcaption", {}, heading), svg), move];
}

/** Heights of the letters at the end of the lines, moved apart. */
function placedEnds(heights) {
  const order = heights.map((height, at) => [height, at]).sort((one, other) => one[0] - other[0]);
  let last = -Infinity;
  const placed = [];
  for (const [height, at] of order) {
    last = Math.max(height, last + 11);
    placed[at] = last;
  }
  let below = HIGH - 4;
  for (const [, at] of order.reverse()) {
    placed[at] = Math.min(placed[at], below);
    below = placed[at] - 11;
  }
  return placed;
}

/** The letters and colours of the nations. */
export function legendOf(film) {
  return element("ul", { class: "legend" }, film.owners.slice(0, film.nations).map(([name, fill, ink, letter]) => {
    const swatch = element("span", { class: "swatch" }, letter);
    swatch.style.background = fill;
    swatch.style.color = ink;
    return element("li", {}, swatch, foreign(name));
  }));
}
