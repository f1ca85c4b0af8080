// The relief of the player's map folder: tiles on the map, each asked for when it comes into sight.

import { draw } from "./dom.js";

/** Pixels of a tile on the screen from which the relief is drawn: farther away there would be too many to load. */
const LEAST = 40;

/** A layer for a map, and what shows those of its tiles that are in sight. */
export function reliefOf(pictures, game) {
  const layer = draw("g", { id: "relief" });
  if (!pictures?.tiles.length) return { layer, show: () => {} };
  const { side, mark } = pictures;
  const left = new Set(pictures.tiles.map((tile) => tile.join("/")));
  return {
    layer,
    show({ x, y, w, h }, scale) {
      const isNear = side * scale >= LEAST;
      layer.toggleAttribute("hidden", !isNear);
      if (!isNear) return;
      for (let column = Math.max(0, Math.floor(x / side)); column * side < x + w; column += 1) {
        for (let row = Math.max(0, Math.floor(y / side)); row * side < y + h; row += 1) {
          if (left.delete(`${column}/${row}`)) layer.append(draw("image", { href: `api/games/${game}/relief/${column}/${row}?mark=${mark}`, x: column * side, y: row * side, width: side, height: side }));
        }
      }
    },
  };
}
