// A drawing that is moved and enlarged: by drag, wheel, two fingers and keys; things on it can be dragged.
// The board, the replay and the map of a report share it.

const CLICK = 6;
const CLOSEST = 14;
const MARGIN = 28;

/**
 * What a pane tells; all of it can be left out.
 * @typedef {object} Told
 * @property {(wide: number) => void} [framed] Before it is drawn, with the width of the part that will be seen:
 *   the element may still change its height.
 * @property {(view: { x: number, y: number, w: number, h: number }) => void} [shown] The part that is shown.
 * @property {(size: number, zoom: number, scale: number) => void} [sized] The size of letters in points of the
 *   drawing, how near it is, and pixels in a point (0 before it is laid out).
 * @property {(below: Element | null, event: PointerEvent) => void} [clicked] The element below a click.
 * @property {(below: EventTarget | null) => void} [pointed] The one below the mouse.
 * @property {(target: EventTarget, event: PointerEvent) => boolean} [grabs] Whether this is dragged, and not the drawing.
 * @property {(held: EventTarget, below: Element | null, at: DOMPoint) => void} [dragged]
 * @property {(held: EventTarget, below: Element | null) => void} [dropped]
 * @property {boolean} [hasKeys] Keys move it; false where the page has its own.
 */

export class Pane {
  /** @param {SVGSVGElement} svg @param {number} width @param {number} height @param {Told} told */
  constructor(svg, width, height, told) {
    this.svg = svg;
    this.width = width;
    this.height = height;
    this.told = told;
    this.spread = 0;
    this.moved = 0;
    this.held = null;
    this.last = null;
    this.view = { x: 0, y: 0, w: width, h: height };
    this.pointers = new Map();
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event, true));
    svg.addEventListener("pointercancel", (event) => this.up(event, false));
    svg.addEventListener("pointerover", (event) => event.pointerType === "mouse" && !this.pointers.size && told.pointed?.(event.target));
    if (told.hasKeys ?? true) svg.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.show()).observe(svg);
    this.show();
  }

  /** Draw the part that is seen; with a point in its middle, as far as there is drawing around it. */
  show(middle = null) {
    this.told.framed?.(this.view.w);
    const box = this.svg.getBoundingClientRect();
    const ratio = box.width ? box.height / box.width : this.height / this.width;
    const { view } = this;
    view.h = view.w * ratio;
    if (middle) Object.assign(view, { x: middle[0] - view.w / 2, y: middle[1] - view.h / 2 });
    const clamp = (at, size, whole) => (size >= whole ? (whole - size) / 2 : Math.min(Math.max(at, 0), whole - size));
    view.x = clamp(view.x, view.w, this.width);
    view.y = clamp(view.y, view.h, this.height);
    this.svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
    this.told.shown?.(view);
    const points = box.width ? view.w / box.width : 1;
    const zoom = this.width / view.w;
    this.svg.toggleAttribute("data-far", points > this.width / 1800);
    // Letters grow a little with the land: 0.8 to 1 of their full size on the screen.
    this.told.sized?.(points * Math.min(1.05, 0.72 + 0.1 * Math.log2(1 + zoom)), box.width ? box.width / view.w / (1000 / this.width) : zoom, box.width / view.w);
  }

  point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  zoomAt(factor, x, y) {
    const box = this.svg.getBoundingClientRect();
    const most = Math.max(this.width, box.height ? (this.height * box.width) / box.height : 0) * 1.05;
    const w = Math.min(most, Math.max(this.width / CLOSEST, this.view.w / factor));
    const part = w / this.view.w;
    Object.assign(this.view, { x: x - (x - this.view.x) * part, y: y - (y - this.view.y) * part, w });
    this.show();
  }

  zoom(factor) {
    this.zoomAt(factor, this.view.x + this.view.w / 2, this.view.y + this.view.h / 2);
  }

  all() {
    // A map that is higher than the pane fits by its height.
    const box = this.svg.getBoundingClientRect();
    const w = Math.max(this.width, box.height ? (this.height * box.width) / box.height : 0) * 1.02;
    Object.assign(this.view, { x: 0, y: 0, w });
    this.show();
  }

  /** Bring a point to the middle; `zoom`: at least that near. */
  centre(x, y, zoom = 0) {
    this.view.w = Math.min(this.view.w, zoom ? this.width / zoom : this.view.w);
    this.show([x, y]);
  }

  /** A click or a drag on a small drawing of the whole brings that point to the middle. */
  steeredBy(small) {
    const move = (event) => {
      if (event.type === "pointermove" && !event.buttons) return;
      event.preventDefault();
      const box = small.getBoundingClientRect();
      this.centre(((event.clientX - box.left) / box.width) * this.width, ((event.clientY - box.top) / box.height) * this.height);
    };
    small.addEventListener("pointerdown", (event) => {
      small.setPointerCapture(event.pointerId);
      move(event);
    });
    small.addEventListener("pointermove", move);
  }

  /** Whether a point is well inside what is shown. */
  sees(x, y) {
    const { view } = this;
    const inside = (at, from, size) => at > from + size * 0.12 && at < from + size * 0.88;
    return inside(x, view.x, view.w) && inside(y, view.y, view.h);
  }

  /** Show all these points, near enough to read. */
  fit(points) {
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    this.show();
    const ratio = this.view.h / this.view.w;
    this.view.w = Math.max(this.width / 4, Math.min(this.width / 2, 1.2 * Math.max(right - left, (bottom - top) / ratio)));
    this.centre((left + right) / 2, (top + bottom) / 2);
  }

  wheel(event) {
    event.preventDefault();
    const { x, y } = this.point(event);
    this.zoomAt(event.deltaY < 0 ? 1.2 : 1 / 1.2, x, y);
  }

  down(event) {
    this.svg.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, event);
    this.spread = 0;
    this.last = event;
    if (this.pointers.size === 1) this.moved = 0;
    // A second finger enlarges, whatever the first one held.
    if (this.pointers.size > 1 && this.held) this.told.dropped?.(this.held, null);
    this.held = this.pointers.size === 1 && event.button === 0 && this.told.grabs?.(event.target, event) ? event.target : null;
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    this.pointers.set(event.pointerId, event);
    this.last = event;
    const dx = event.clientX - before.clientX;
    const dy = event.clientY - before.clientY;
    this.moved += Math.hypot(dx, dy);
    if (this.pointers.size === 1) {
      if (this.moved < CLICK) return;
      const box = this.svg.getBoundingClientRect();
      const points = this.view.w / box.width;
      if (this.held) {
        this.atEdge(event, box, points);
        this.told.dragged?.(this.held, document.elementFromPoint(event.clientX, event.clientY), this.point(event));
        return;
      }
      Object.assign(this.view, { x: this.view.x - dx * points, y: this.view.y - dy * points });
      this.show();
      return;
    }
    const [one, other] = [...this.pointers.values()];
    const spread = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (this.spread) {
      const { x, y } = this.point({ clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 });
      this.zoomAt(spread / this.spread, x, y);
    }
    this.spread = spread;
  }

  /** What is dragged to the edge brings more of the drawing into sight. */
  atEdge(event, box, points) {
    const by = (at, from, to) => (at < from + MARGIN ? -1 : at > to - MARGIN ? 1 : 0) * 12 * points;
    const [dx, dy] = [by(event.clientX, box.left, box.right), by(event.clientY, box.top, box.bottom)];
    if (!dx && !dy) return;
    Object.assign(this.view, { x: this.view.x + dx, y: this.view.y + dy });
    this.show();
  }

  up(event, isClick) {
    if (!this.pointers.delete(event.pointerId)) return;
    const { held } = this;
    this.spread = 0;
    this.last = event;
    this.held = null;
    const below = document.elementFromPoint(event.clientX, event.clientY);
    if (isClick && this.moved < CLICK) this.told.clicked?.(below, event);
    else if (held) this.told.dropped?.(held, isClick ? below : null);
  }

  key(event) {
    const step = this.view.w / 8;
    const by = (dx, dy) => () => this.centre(this.view.x + this.view.w / 2 + dx, this.view.y + this.view.h / 2 + dy);
    const keys = {
      "+": () => this.zoom(1.3), "=": () => this.zoom(1.3), "-": () => this.zoom(1 / 1.3), 0: () => this.all(),
      ArrowLeft: by(-step, 0), ArrowRight: by(step, 0), ArrowUp: by(0, -step), ArrowDown: by(0, step),
    };
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  }
}
