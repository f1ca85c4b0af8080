// The units of an area as small boxes: letter and number, or a sign for each kind of unit.

import { draw } from "./dom.js";

const ROW = 17;
const ICON = 14;
const MOST_IN_ROW = 5;
const NOBODY = { letter: "n", fill: "#6f6a5e", ink: "#ffffff" };

/** Room for bold letters of 12 pixels, in fonts as wide as phones and desktops have. */
const wide = (text) => [...text].reduce((sum, letter) => sum + (WIDE[letter] ?? (letter < "a" ? 9 : 8)), 0);

const WIDE = { M: 12, W: 13, m: 13, w: 11, i: 4.5, l: 4.5, j: 4.5, I: 5, "·": 5, "!": 5.5, "-": 5.5, "/": 5.5 };

/** The boxes around the origin, and how much room they take, in pixels; `full`: with a sign for each kind. */
export function chipOf(forces, nations, full) {
  const rows = forces.flatMap((force) => (full && force.piles.length ? fullRows(force, nations) : [briefRow(force, nations)]));
  if (!rows.length) return { rows, width: 0, height: 0 };
  if (full) {
    const width = Math.max(...rows.map((row) => row.width));
    return { rows: rows.map((row, place) => placed(row, -row.width / 2, place * (ROW + 1) - ROW / 2)), width, height: rows.length * (ROW + 1) };
  }
  const width = rows.reduce((sum, row) => sum + row.width + 1, -1);
  let x = -width / 2;
  return { rows: rows.map((row) => placed(row, (x += row.width + 1) - row.width - 1, -ROW / 2)), width, height: ROW + 1 };
}

function placed(row, x, y) {
  row.node.setAttribute("transform", `translate(${x.toFixed(1)} ${y})`);
  return row.node;
}

function box(force, nations, pieces, width) {
  const look = nations.get(force.nation) ?? NOBODY;
  return { width, node: draw("g", { fill: look.ink }, draw("rect", { width, height: ROW, rx: 3, fill: look.fill, stroke: look.ink, "stroke-width": 0.8 }), pieces) };
}

const letters = (x, text) => draw("text", { x, y: 12.5 }, text);

function briefRow(force, nations) {
  // Where nothing but guns and factories stands, the letter alone says whose they are.
  const text = `${(nations.get(force.nation) ?? NOBODY).letter}${force.count || ""}`;
  return box(force, nations, [letters(3, text)], wide(text) + 6);
}

function fullRows(force, nations) {
  const rows = [];
  for (let first = 0; first < force.piles.length; first += MOST_IN_ROW) {
    const pieces = [];
    let x = 3;
    if (!first) {
      const { letter } = nations.get(force.nation) ?? NOBODY;
      pieces.push(letters(x, letter));
      x += wide(letter) + 3;
    }
    for (const [symbol, count, note] of force.piles.slice(first, first + MOST_IN_ROW)) {
      const number = `${count > 1 ? count : ""}${note}`;
      pieces.push(draw("use", { href: `#u-${symbol}`, x, y: 1.5, width: ICON, height: ICON }), letters(x + ICON + 1, number));
      x += ICON + 3 + wide(number);
    }
    rows.push(box(force, nations, pieces, x + 1));
  }
  return rows;
}

/** The picture of a kind of unit, from the symbols of the map. */
export const pictureOf = (symbol) => draw("svg", { viewBox: "0 0 20 20", class: "unit-picture", "aria-hidden": "true" }, draw("use", { href: `#u-${symbol}`, width: 20, height: 20 }));
