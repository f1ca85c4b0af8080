// Boxes of units and names of areas apart: a box moves up or down a little, a name goes where it can be read.

const LETTER = 6.2;
const HEIGHT = 11;

/** The base line of a name above a box, in pixels from the middle of the box. */
export const ABOVE = -13;
const CHIP_TOP = -9;

/** How far a box moves at most, so that it stays on its area. */
const FARTHEST = 20;
const SHIFTS = [0, ...Array.from({ length: FARTHEST }, (_, step) => [step + 1, -step - 1]).flat()];

const meets = (one) => (other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/**
 * For each label how far its box moves down (`shift`) and the base line of its name (`base`), in pixels.
 * `labels`: where they stand in pixels (x, y), their text ("" where it is not shown), whether they go first (`isMain`), and the width and the
 * height of their box, 0 without units.
 */
export function apart(labels) {
  const order = labels.map((_, index) => index).sort((one, other) => labels[other].isMain - labels[one].isMain);
  const found = labels.map(() => ({ shift: 0, base: ABOVE }));
  const boxes = [];
  for (const index of order) {
    const { x, y, width, height } = labels[index];
    if (!width) continue;
    const at = (shift) => ({ index, left: x - width / 2, right: x + width / 2, top: y + shift + CHIP_TOP, bottom: y + shift + CHIP_TOP + height });
    const isFree = (shift) => !boxes.some(meets(at(shift)));
    const shift = SHIFTS.find(isFree) ?? 0;
    found[index].shift = shift;
    boxes.push(at(shift));
  }
  const names = [];
  for (const index of order) {
    const { x, y, text, height } = labels[index];
    if (!text) continue;
    const { shift } = found[index];
    const half = (text.length * LETTER) / 2;
    const at = (base) => ({ left: x - half, right: x + half, top: y + base - HEIGHT + 1, bottom: y + base + 2 });
    const isFree = (base) => {
      const meetsName = meets(at(base));
      return !boxes.some((box) => box.index !== index && meetsName(box)) && !names.some(meetsName);
    };
    const [above, below] = [shift + ABOVE, shift + CHIP_TOP + height + HEIGHT];
    found[index].base = [above, below, above - HEIGHT - 2, below + HEIGHT + 2].find(isFree) ?? above;
    names.push(at(found[index].base));
  }
  return found;
}
