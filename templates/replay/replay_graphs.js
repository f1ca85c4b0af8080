// Figures over time, as plain SVG: one line for each nation, told apart without colour as well.

import { drawn } from "./replay_map.js";
import { element, foreign } from "./view.js";

const WIDE = 360;
const HIGH = 150;
const LEFT = 38;
const RIGHT = 24;
const EDGE = 12;
const STROKES = [null, "7 3", "2 3", "9 3 2 3", "4 2 1 2 1 2", "12 4", "1 4", "6 2 2 2 2 2"];

/** Who has a line: every nation, or every alliance in the look of its first nation; [name, fill, letter, indexes]. */
function linesOf(film, isBySide) {
  if (!isBySide) return film.owners.slice(0, film.nations).map(([name, fill, ink, letter], at) => ({ name, fill, ink, letter, of: [at] }));
  return film.sides.map(([name, of]) => ({ name, fill: film.owners[of[0]][1], ink: film.owners[of[0]][2], letter: name.slice(0, 2), of }));
}

/** All graphs, and a function that moves their cursors to a turn (0: the start of turn 1). */
export function graphsOf(film, isBySide) {
  const lines = linesOf(film, isBySide);
  const added = (row) => lines.map(({ of }) => Math.round(100 * of.reduce((sum, at) => sum + row[at], 0)) / 100);
  const counted = film.figures.map((heading, at) => [heading, film.turns.map((turn) => added(turn.f[at]))]);
  const made = counted.filter(([, rows]) => rows.flat().some(Boolean)).map(([heading, rows]) => lineGraph(lines, heading, rows));
  if (film.turns.some((turn) => turn.l.some(Boolean))) {
    made.push(lineGraph(lines, "Hits above expectation since the start", film.turns.map((turn) => added(turn.l))));
  }
  if (film.turns.some((turn) => turn.s.some(Boolean))) {
    made.push(lineGraph(lines, "PUs of battles above their odds since the start", film.turns.map((turn) => added(turn.s))));
  }
  return { figures: made.map(([figure]) => figure), move: (turn) => made.forEach(([, move]) => move(turn)) };
}

function lineGraph(lines, heading, rows) {
  const values = rows.flat();
  const low = Math.min(0, ...values);
  const high = Math.max(1, ...values);
  const x = (turn) => LEFT + ((WIDE - LEFT - RIGHT) * turn) / Math.max(1, rows.length - 1);
  const y = (value) => HIGH - EDGE - ((HIGH - 2 * EDGE) * (value - low)) / (high - low);
  const told = lines.map(({ name }, at) => `${name} from ${rows[0][at]} to ${rows[rows.length - 1][at]}`).join(", ");
  const svg = drawn("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": `${heading}, by turn: ${told}` });
  for (const value of new Set([low, 0, high])) {
    svg.append(drawn("line", { class: "axis", x1: LEFT, x2: WIDE - RIGHT, y1: y(value), y2: y(value) }),
      drawn("text", { x: LEFT - 4, y: y(value) + 4, "text-anchor": "end" }, Math.round(value * 10) / 10));
  }
  const ends = placedEnds(lines.map((line, at) => y(rows[rows.length - 1][at])));
  for (const [at, { fill, letter }] of lines.entries()) {
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

/** The letters and colours of the nations, or of the alliances. */
export function legendOf(film, isBySide) {
  return element("ul", { class: "legend" }, linesOf(film, isBySide).map(({ name, fill, ink, letter }) => {
    const swatch = element("span", { class: "swatch" }, letter);
    swatch.style.background = fill;
    swatch.style.color = ink;
    return element("li", {}, swatch, foreign(name));
  }));
}
