// Boxes of units and names of areas apart: a box moves a little, a name goes where it can be read, or waits until one is nearer.

const LETTER = 6.2;
const HEIGHT = 11;

/** The base line of a name above a box, in pixels from the middle of the box. */
export const ABOVE = -13;
const CHIP_TOP = -9;

/** Between two names, so that they do not read as one. */
const GAP = 5;

/** How far a box moves at most, so that it stays on its area. */
const FARTHEST = 20;
const ASIDE = 30;

/** Half the width of what stands for a box that finds no room, in pixels. */
export const DOT = 3.5;

/**
 * Ways to move a box, right and down, the shortest first: straight up or down before aside.
 * @type {[number, number][]}
 */
const SHIFTS = [[0, 0]];
for (let down = 1; down <= FARTHEST; down += 1) SHIFTS.push([0, down], [0, -down]);
for (let right = 6; right <= ASIDE; right += 6) {
  for (let down = 0; down <= FARTHEST; down += 2) SHIFTS.push([right, down], [-right, down], [right, -down], [-right, -down]);
}
SHIFTS.sort(([one, down], [other, next]) => Math.hypot(2 * one, down) - Math.hypot(2 * other, next));

const meets = (one) => (other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * For each label how far its box moves down (`shift`) and to the right (`aside`), the base line of its name (`base`), in pixels, and whether
 * there is room for the name (`isShown`), and how far the name is to the right (`beside`). A box that finds no `room` is brief, a dot, or not shown, until the map is nearer.
 * `labels`: where they stand in pixels (x, y), their text ("" where it is not shown), whether they go first (`isMain`), the width and the
 * height of their box, 0 without units, and of the `brief` one that takes its place where there is no room.
 * `wide`: the width of the map in pixels; nothing lies across its edges, where nobody could read it.
 */
export function apart(labels, wide = Infinity) {
  const order = labels.map((_, index) => index).sort((one, other) => labels[other].isMain - labels[one].isMain);
  const found = labels.map(() => ({ shift: 0, aside: 0, beside: 0, room: "box", base: ABOVE, isShown: true }));
  const boxes = [];
  for (const index of order) {
    const { x, y, width, height } = labels[index];
    if (!width) continue;
    const { brief = [width, height] } = labels[index];
    const at = ([size, high], [right, down]) => ({ index, left: x + right - size / 2, right: x + right + size / 2, top: y + down + CHIP_TOP, bottom: y + down + CHIP_TOP + high });
    /** @param {[number, number]} size */
    const free = (size) => SHIFTS.find((way) => {
      const box = at(size, way);
      return box.left >= 0 && box.right <= wide && !boxes.some(meets(box));
    });
    const whole = free([width, height]);
    const way = whole ?? free(brief);
    const dot = { index, left: x - DOT, right: x + DOT, top: y - DOT, bottom: y + DOT };
    const room = whole ? "box" : way ? "brief" : boxes.some(meets(dot)) ? "none" : "dot";
    const [aside, shift] = way ?? [0, 0];
    Object.assign(found[index], { aside, shift, room });
    if (room !== "none") boxes.push(way ? at(whole ? [width, height] : brief, way) : dot);
  }
  const names = [];
  for (const index of order) {
    const { x, y, text, height } = labels[index];
    if (!text) continue;
    const { shift, aside } = found[index];
    const half = (text.length * LETTER) / 2;
    const middle = Math.max(half, Math.min(x + aside, wide - half));
    const at = (base) => ({ left: middle - half, right: middle + half + GAP, top: y + base - HEIGHT + 1, bottom: y + base + 2 });
    const isFree = (base) => {
      const meetsName = meets(at(base));
      return !boxes.some((box) => box.index !== index && meetsName(box)) && !names.some(meetsName);
    };
    const [above, below] = [shift + ABOVE, shift + CHIP_TOP + height + HEIGHT];
    const base = [above, below, above - HEIGHT - 2, below + HEIGHT + 2].find(isFree);
    Object.assign(found[index], { base: base ?? above, beside: middle - x, isShown: base !== undefined });
    if (base !== undefined) names.push(at(base));
  }
  return found;
}
