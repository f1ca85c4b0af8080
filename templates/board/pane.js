// A drawing that is moved and enlarged: by drag, wheel, two fingers and keys.

const CLICK = 6;
const CLOSEST = 14;

export class Pane {
  /** `sized` gets the size of letters in points of the drawing, `clicked` the element below a click. */
  constructor(svg, width, height, sized, clicked) {
    Object.assign(this, { svg, width, height, sized, clicked, spread: 0, moved: 0 });
    this.view = { x: 0, y: 0, w: width };
    this.pointers = new Map();
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => this.down(event));
    svg.addEventListener("pointermove", (event) => this.move(event));
    svg.addEventListener("pointerup", (event) => this.up(event, true));
    svg.addEventListener("pointercancel", (event) => this.up(event, false));
    svg.addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.show()).observe(svg);
    this.show();
  }

  show() {
    const box = this.svg.getBoundingClientRect();
    const ratio = box.width ? box.height / box.width : this.height / this.width;
    const { view } = this;
    view.h = view.w * ratio;
    const clamp = (at, size, whole) => (size >= whole ? (whole - size) / 2 : Math.min(Math.max(at, 0), whole - size));
    view.x = clamp(view.x, view.w, this.width);
    view.y = clamp(view.y, view.h, this.height);
    this.svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
    const points = box.width ? view.w / box.width : 1;
    const zoom = this.width / view.w;
    // Letters grow a little with the land: 0.8 to 1 of their full size on the screen.
    this.sized(points * Math.min(1.05, 0.72 + 0.1 * Math.log2(1 + zoom)), box.width ? box.width / view.w / (1000 / this.width) : zoom);
    this.svg.toggleAttribute("data-far", points > this.width / 1800);
  }

  point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
  }

  zoomAt(factor, x, y) {
    const w = Math.min(this.width * 1.05, Math.max(this.width / CLOSEST, this.view.w / factor));
    const part = w / this.view.w;
    Object.assign(this.view, { x: x - (x - this.view.x) * part, y: y - (y - this.view.y) * part, w });
    this.show();
  }

  zoom(factor) {
    this.zoomAt(factor, this.view.x + this.view.w / 2, this.view.y + this.view.h / 2);
  }

  all() {
    Object.assign(this.view, { x: 0, y: 0, w: this.width * 1.05 });
    this.show();
  }

  /** Bring a point to the middle; `zoom`: at least that near. */
  centre(x, y, zoom = 0) {
    this.view.w = Math.min(this.view.w, zoom ? this.width / zoom : this.view.w);
    this.show();
    Object.assign(this.view, { x: x - this.view.w / 2, y: y - this.view.h / 2 });
    this.show();
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
    this.show();
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
    if (this.pointers.size === 1) this.moved = 0;
  }

  move(event) {
    const before = this.pointers.get(event.pointerId);
    if (!before) return;
    this.pointers.set(event.pointerId, event);
    const dx = event.clientX - before.clientX;
    const dy = event.clientY - before.clientY;
    this.moved += Math.hypot(dx, dy);
    if (this.pointers.size === 1) {
      if (this.moved < CLICK) return;
      const points = this.view.w / this.svg.getBoundingClientRect().width;
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

  up(event, isClick) {
    if (!this.pointers.delete(event.pointerId)) return;
    this.spread = 0;
    if (isClick && this.moved < CLICK) this.clicked(document.elementFromPoint(event.clientX, event.clientY), event);
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
