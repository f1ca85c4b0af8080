(() => {
  "use strict";
  /** @returns {any} */
  const byId = (id) => document.getElementById(id);
  const map = byId("map");
  const board = byId("map-board");
  const overview = byId("map-overview");
  const frame = byId("map-view");
  const words = byId("map-words");
  const choice = byId("map-goto");
  const { width, height } = board.viewBox.baseVal;
  const scales = board.dataset.scales.split(" ").map(Number);
  const front = board.dataset.front.split(" ").map(Number);
  const view = { x: 0, y: 0, w: width, h: height };
  const pointers = new Map();
  let spread = 0;
  let chosen = null;
  let level = -1;

  // What stands at another place for every level: [element, places, drawings].
  const movable = [...board.querySelectorAll("[data-at]")].map((thing) => [
    thing,
    thing.dataset.at.split("|").map((place) => place.split(",")),
    [...thing.children],
  ]);

  const shape = () => board.getBoundingClientRect();
  const zoom = () => width / view.w;

  function lead(thing, x, y) {
    const line = thing.querySelector(".lead") ?? document.createElementNS(board.namespaceURI, "path");
    line.setAttribute("class", "lead");
    line.setAttribute("d", `M0 0L${thing.dataset.x - x} ${thing.dataset.y - y}`);
    thing.prepend(line);
  }

  function showLevel(now) {
    if (now === level) return;
    level = now;
    for (const [thing, places, drawings] of movable) {
      const [x, y, how] = places[level];
      thing.toggleAttribute("hidden", !y);
      if (!y) continue;
      thing.setAttribute("transform", `translate(${x} ${y})`);
      thing.querySelector(".lead")?.remove();
      if (how === "l") lead(thing, x, y);
      const which = { b: 0, l: 0, f: 1 }[how] ?? Number(how);
      drawings.forEach((drawing, place) => drawing.toggleAttribute("hidden", place !== which));
    }
  }

  function show() {
    // The picture is as high as the board at this zoom, but no higher than most of the screen.
    const wide = shape().width;
    const high = Math.min(innerHeight * 0.72, 680, (wide * height) / view.w);
    board.style.height = `${high}px`;
    view.h = (view.w * high) / wide;
    view.x = Math.min(Math.max(view.x, 0), width - view.w);
    view.y = Math.min(Math.max(view.y, 0), Math.max(0, height - view.h));
    board.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
    const scale = wide / view.w;
    // Names and units keep their size on the screen; they have room for it from their level on.
    const fits = scales.filter((one) => one <= scale * 1.02).length - 1;
    board.style.setProperty("--k", String(1 / (fits < 0 ? scales[0] : scale)));
    showLevel(Math.max(0, fits));
    overview.classList.toggle("whole", zoom() < 1.05 && view.h >= height * 0.98);
    for (const key of ["x", "y"]) frame.setAttribute(key, view[key]);
    frame.setAttribute("width", view.w);
    frame.setAttribute("height", view.h);
  }

  function point(event) {
    const place = new DOMPoint(event.clientX, event.clientY);
    return place.matrixTransform(board.getScreenCTM().inverse());
  }

  function zoomAt(factor, x, y) {
    const w = Math.min(width, Math.max(width / 14, view.w / factor));
    const part = w / view.w;
    view.x = x - (x - view.x) * part;
    view.y = y - (y - view.y) * part;
    view.w = w;
    show();
  }

  const middle = (factor) => zoomAt(factor, view.x + view.w / 2, view.y + view.h / 2);

  function all() {
    Object.assign(view, { x: 0, y: 0, w: width });
    show();
  }

  // The front, as near as it can be with all of it in the picture, but near enough to read.
  function showFront() {
    const [x, y, w, h] = front;
    const wide = shape().width;
    const high = Math.min(innerHeight * 0.72, 680);
    const near = Math.max(w, (h * wide) / high, (width * wide) / 4500);
    view.w = Math.min(width, near, (width * wide) / 1000);
    show();
    centre(x + w / 2, y + h / 2);
  }

  const named = (area) => area.querySelector("title").textContent.split("\n");

  function part(kind, text) {
    const made = document.createElement(kind);
    made.textContent = text;
    return made;
  }

  function choose(area) {
    if (chosen === area || !area) return;
    for (const old of board.querySelectorAll(".near, .chosen")) old.classList.remove("near", "chosen");
    chosen = area;
    area.classList.add("chosen");
    const near = area.dataset.near.split(" ").filter(Boolean).map((id) => byId(`map-${id}`));
    for (const other of near) other.classList.add("near");
    const [name, facts, ...units] = named(area);
    const list = document.createElement("ul");
    list.append(...units.map((line) => part("li", line)));
    const touches = part("p", near.length ? "Touches " : "Touches nothing.");
    for (const other of near) {
      const button = part("button", named(other)[0]);
      button.type = "button";
      button.addEventListener("click", () => goto(other));
      touches.append(button, " ");
    }
    words.replaceChildren(part("h3", name), part("p", facts || "Nothing is said about it."), list, touches);
  }

  function goto(area) {
    const box = area.querySelector("path").getBBox();
    if (shape().width / view.w < scales[4]) zoomAt((scales[4] * view.w) / shape().width, 0, 0);
    centre(box.x + box.width / 2, box.y + box.height / 2);
    choose(area);
  }

  function centre(x, y) {
    view.x = x - view.w / 2;
    view.y = y - view.h / 2;
    show();
  }

  board.addEventListener("wheel", (event) => {
    event.preventDefault();
    const place = point(event);
    zoomAt(event.deltaY < 0 ? 1.2 : 1 / 1.2, place.x, place.y);
  }, { passive: false });

  board.addEventListener("pointerdown", (event) => {
    board.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, event);
    spread = 0;
  });
  board.addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) {
      choose(event.target.closest("#map-areas > g"));
      return;
    }
    const points = view.w / shape().width;
    pointers.set(event.pointerId, event);
    if (pointers.size === 1) {
      view.x -= (event.clientX - before.clientX) * points;
      view.y -= (event.clientY - before.clientY) * points;
      show();
      return;
    }
    const [one, other] = [...pointers.values()];
    const now = Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
    if (spread) {
      const place = point({ clientX: (one.clientX + other.clientX) / 2, clientY: (one.clientY + other.clientY) / 2 });
      zoomAt(now / spread, place.x, place.y);
    }
    spread = now;
  });
  for (const kind of ["pointerup", "pointercancel"]) {
    board.addEventListener(kind, (event) => {
      pointers.delete(event.pointerId);
      spread = 0;
      const under = document.elementFromPoint(event.clientX, event.clientY);
      if (under) choose(under.closest("#map-areas > g"));
    });
  }

  board.addEventListener("keydown", (event) => {
    const step = view.w / 8;
    const keys = {
      "+": () => middle(1.3), "=": () => middle(1.3), "-": () => middle(1 / 1.3), 0: all,
      ArrowLeft: () => { view.x -= step; show(); }, ArrowRight: () => { view.x += step; show(); },
      ArrowUp: () => { view.y -= step; show(); }, ArrowDown: () => { view.y += step; show(); },
    };
    const act = keys[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  });

  function overviewMoves(event) {
    if (event.type === "pointermove" && !event.buttons) return;
    const box = overview.getBoundingClientRect();
    centre(((event.clientX - box.left) / box.width) * width, ((event.clientY - box.top) / box.height) * height);
  }
  overview.addEventListener("pointerdown", overviewMoves);
  overview.addEventListener("pointermove", overviewMoves);

  choice.addEventListener("change", () => {
    const area = byId(`map-${choice.value}`);
    if (area) goto(area);
  });

  byId("map-in").addEventListener("click", () => middle(1.4));
  byId("map-out").addEventListener("click", () => middle(1 / 1.4));
  byId("map-all").addEventListener("click", all);
  byId("map-front").addEventListener("click", showFront);
  window.addEventListener("resize", show);
  map.classList.add("live");
  show();
  // On a phone the whole world is too small to read: begin where something happened.
  if (shape().width < 600) showFront();
})();
