// The whole map in a corner, with the part that is shown; a pane steered by it is moved from there (B10).

import { draw } from "./dom.js";

/** The largest side of it, in points of the screen. */
const LARGEST = 170;

/** Draw it for a map `width` wide and `height` high, of which the drawings with these ids are repeated. */
export function overviewOf(ids, width, height) {
  const part = draw("rect", { class: "part" });
  const scale = LARGEST / Math.max(width, height);
  const small = draw("svg", { id: "overview", viewBox: `0 0 ${width} ${height}`, width: width * scale, height: height * scale, "aria-hidden": "true" },
    draw("rect", { class: "ground", width, height }), ids.map((id) => draw("use", { href: `#${id}` })), part);
  return {
    element: small,
    /** Mark the part that is shown; all of it needs no overview. */
    show({ x, y, w, h }) {
      const isWhole = w >= width * 0.98 && h >= height * 0.98;
      small.toggleAttribute("data-whole", isWhole);
      for (const [name, value] of Object.entries({ x, y, width: w, height: h })) part.setAttribute(name, String(value));
    },
  };
}
