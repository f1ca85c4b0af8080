// What hands do without meaning it: a second click of a double click, a key that is held.

/** How long a button is deaf that took a new meaning where the pointer or the focus is, in ms. */
export const DEAF = 500;

const PRESSED = "button";

/** Where the pointer is, unless that is on the map, and what a click there would mean. */
let spot = null;
let meant = "";

/** What was meant by the first click of a double click. */
let first = "";

/** What a button means: its words, or what it says of itself where these stay and the question is another. */
const meaningOf = (node) => node?.dataset.meaning ?? node?.getAttribute("aria-label") ?? node?.textContent ?? "";

/** Let a button take no click for a moment. */
export function deafen(node) {
  node.setAttribute("data-deaf", "");
  setTimeout(() => node.removeAttribute("data-deaf"), DEAF);
}

/** What a handler does, once at a time: pressed again before it is done, it does nothing. */
export function once(act) {
  let isBusy = false;
  return async (event) => {
    if (isBusy) return;
    isBusy = true;
    try {
      await act(event);
    } finally {
      isBusy = false;
    }
  };
}

let last = { key: null, time: 0 };

/** Whether this comes so soon after the last time with the same key that it belongs to that. */
export function soon(key) {
  const time = performance.now();
  const is = last.key === key && time - last.time < DEAF;
  last = { key, time };
  return is;
}

function pointed(event) {
  const node = event.target.closest(PRESSED);
  spot = event.target.closest("#frame") ? null : { x: event.clientX, y: event.clientY };
  meant = meaningOf(node);
}

let isChanged = false;

/** The page changes: what is under the pointer is asked when it is drawn, for that lays the whole page out. */
function changed() {
  if (isChanged) return;
  isChanged = true;
  requestAnimationFrame(drawn);
}

/** What is under the pointer now, and is it what was there? Once for all that has changed. */
function drawn() {
  if (!isChanged) return;
  isChanged = false;
  const node = spot && document.elementFromPoint(spot.x, spot.y)?.closest(PRESSED);
  const means = meaningOf(node);
  if (node && means !== meant) deafen(node);
  meant = means;
}

function clicked(event) {
  // It may come before what has changed is drawn.
  drawn();
  const means = meaningOf(event.target.closest(PRESSED));
  const isOther = event.detail > 1 && means !== first;
  if (event.detail === 1) first = means;
  if (!isOther && !event.target.closest("[data-deaf]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** A browser clicks the button that has the focus again and again while Enter is held. */
function held(event) {
  if (!event.repeat || event.key !== "Enter" || event.target.closest("textarea")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Keep slips away from everything that stands on the page. */
export function listenForSlips() {
  for (const kind of ["pointermove", "pointerdown"]) document.addEventListener(kind, pointed, { capture: true, passive: true });
  document.addEventListener("click", clicked, true);
  document.addEventListener("keydown", held, true);
  const watch = new MutationObserver(changed);
  for (const place of document.querySelectorAll("#games, #side, #battle")) watch.observe(place, { childList: true, subtree: true });
}
