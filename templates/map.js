(() => {
  "use strict";
  const map = document.getElementById("map");
  const board = document.getElementById("map-board");
  const overview = document.getElementById("map-overview");
  const frame = document.getElementById("map-view");
  const words = document.getElementById("map-words");
  const choice = document.getElementById("map-goto");
  const { width, height } = board.viewBox.baseVal;
  const view = { x: 0, y: 0, w: width, h: height };
  const pointers = new Map();
  let spread = 0;
  let chosen = null;

  const shape = () => board.getBoundingClientRect();
  const zoom = () => width / view.w;

  function show() {
    const box = shape();
    const slack = Math.max(0, (box.height / box.width) * view.w - view.h) / 2;
    view.x = Math.min(Math.max(view.x, 0), width - view.w);
    view.y = Math.min(Math.max(view.y, Math.min(0, -slack)), Math.max(height - view.h + slack, 0));
    board.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
    // Labels grow more slowly than the land, so that they are readable near and far.
    const points = Math.max(view.w / box.width, view.h / box.height);
    const size = parseFloat(getComputedStyle(board).getPropertyValue("--s"));
    const wanted = Math.min(15, 8.5 + 2.2 * Math.log2(1 + zoom()));
    board.style.setProperty("--k", Math.min(2.4, (wanted * points) / size));
    map.classList.toggle("far", zoom() < 1.6);
    overview.classList.toggle("whole", zoom() < 1.05);
    for (const key of ["x", "y"]) frame.setAttribute(key, view[key]);
    frame.setAttribute("width", view.w);
    frame.setAttribute("height", view.h);
  }

  function point(event) {
    const place = new DOMPoint(event.clientX, event.clientY);
    return place.matrixTransform(board.getScreenCTM().inverse());
  }

  function zoomAt(factor, x, y) {
    const w = Math.min(width, Math.max(width / 12, view.w / factor));
    const part = w / view.w;
    view.x = x - (x - view.x) * part;
    view.y = y - (y - view.y) * part;
    view.w = w;
    view.h = (w * height) / width;
    show();
  }

  const middle = (factor) => zoomAt(factor, view.x + view.w / 2, view.y + view.h / 2);

  function all() {
    Object.assign(view, { x: 0, y: 0, w: width, h: height });
    show();
  }

  function choose(area) {
    if (chosen === area || !area) return;
    for (const old of board.querySelectorAll(".near, .chosen")) old.classList.remove("near", "chosen");
    chosen = area;
    area.classList.add("chosen");
    const near = area.dataset.near.split(" ").filter(Boolean).map((id) => document.getElementById(`map-${id}`));
    for (const other of near) other.classList.add("near");
    const names = near.map((other) => other.querySelector("title").textContent.split(/[:.]/)[0]);
    words.textContent = `${area.querySelector("title").textContent}. Touches ${names.join(", ") || "nothing"}.`;
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
    const area = document.getElementById(`map-${choice.value}`);
    if (!area) return;
    const box = area.getBBox();
    if (zoom() < 3) zoomAt(3 / zoom(), 0, 0);
    centre(box.x + box.width / 2, box.y + box.height / 2);
    choose(area);
  });

  document.getElementById("map-in").addEventListener("click", () => middle(1.4));
  document.getElementById("map-out").addEventListener("click", () => middle(1 / 1.4));
  document.getElementById("map-all").addEventListener("click", all);
  window.addEventListener("resize", show);
  map.classList.add("live");
  show();
  if (shape().width < 600) {
    // On a phone the whole world is too small to read: begin where something happened.
    const area = board.querySelector(".fought, .taken") ?? board.querySelector(".land");
    const box = area.getBBox();
    zoomAt(2.6, 0, 0);
    centre(box.x + box.width / 2, box.y + box.height / 2);
  }
})();
