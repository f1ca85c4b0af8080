// The units of an area as small boxes: letter and number, or a sign for each kind of unit.

import { draw } from "./dom.js";
import { pictureOfFolder, widthOf } from "./kinds.js";

const ROW = 17;
const ICON = 14;

/** The height of a row, and the size of a picture in it, with the pictures of the player's map folder. */
const TALL = 27;
const PICTURE = 26;

const MOST_IN_ROW = 5;
/** How units of nobody look. */
export const NOBODY = { letter: "n", fill: "#6f6a5e", ink: "#ffffff" };

/** Room for bold letters of 12 pixels, in fonts as wide as phones and desktops have. */
const wide = (text) => [...text].reduce((sum, letter) => sum + (WIDE[letter] ?? (letter < "a" ? 9 : 8)), 0);

const WIDE = { M: 12, W: 13, m: 13, w: 11, i: 4.5, l: 4.5, j: 4.5, I: 5, "·": 5, "!": 5.5, "-": 5.5, "/": 5.5 };

/** The boxes around the origin, and how much room they take, in pixels; `full`: with a sign for each kind. */
export function chipOf(forces, nations, full) {
  const rows = forces.flatMap((force) => (full && force.piles.length ? fullRows(force, nations) : [briefRow(force, nations)]));
  if (!rows.length) return { rows, width: 0, height: 0 };
  if (full) {
    const width = Math.max(...rows.map((row) => row.width));
    let y = -ROW / 2;
    return { rows: rows.map((row) => placed(row, -row.width / 2, (y += row.height + 1) - row.height - 1)), width, height: y + ROW / 2 };
  }
  const width = rows.reduce((sum, row) => sum + row.width + 1, -1);
  let x = -width / 2;
  return { rows: rows.map((row) => placed(row, (x += row.width + 1) - row.width - 1, -ROW / 2)), width, height: ROW + 1 };
}

function placed(row, x, y) {
  row.node.setAttribute("transform", `translate(${x.toFixed(1)} ${y})`);
  return row.node;
}

function box(force, nations, pieces, width, height = ROW) {
  const look = nations.get(force.nation) ?? NOBODY;
  return { width, height, node: draw("g", { fill: look.ink }, draw("rect", { width, height, rx: 3, fill: look.fill, stroke: look.ink, "stroke-width": 0.8 }), pieces) };
}

const letters = (x, text, height = ROW) => draw("text", { x, y: height / 2 + 4 }, text);

function briefRow(force, nations) {
  // Where nothing but guns and factories stands, the letter alone says whose they are.
  const text = `${(nations.get(force.nation) ?? NOBODY).letter}${force.count || ""}`;
  return box(force, nations, [letters(3, text)], wide(text) + 6);
}

function fullRows(force, nations) {
  const rows = [];
  for (let first = 0; first < force.piles.length; first += MOST_IN_ROW) {
    const pieces = [];
    const shown = force.piles.slice(first, first + MOST_IN_ROW).map((pile) => [...pile, pictureOfFolder(force.nation, pile[3])]);
    const height = shown.some(([, , , , own]) => own) ? TALL : ROW;
    let x = 3;
    if (!first) {
      const { letter } = nations.get(force.nation) ?? NOBODY;
      pieces.push(letters(x, letter, height));
      x += wide(letter) + 3;
    }
    for (const [symbol, count, note, , own] of shown) {
      const number = `${count > 1 ? count : ""}${note}`;
      const size = own ? PICTURE : ICON;
      const width = own ? size : size * widthOf(symbol);
      pieces.push(draw(own ? "image" : "use", { href: own || `#u-${symbol}`, x, y: (height - size) / 2, width, height: size }), letters(x + width + 1, number, height));
      x += width + 3 + wide(number);
    }
    rows.push(box(force, nations, pieces, x + 1, height));
  }
  return rows;
}
