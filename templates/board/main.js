// The page: which game is open, and who draws which part of its turn.

import { GONE, listen, look } from "./api.js";
import { byId, el, show } from "./dom.js";
import { showFounding } from "./founding.js";
import { showGames, tell } from "./games.js";
import { showMail, showSignIn } from "./mailbox.js";
import { showDoor } from "./door.js";
import { dropFilm, endFilm, isShowing, showFilm } from "./film.js";
import { drawMap } from "./map.js";
import { drawArea } from "./area.js";
import { drag, drop, grabs, pointAt } from "./gestures.js";
import { showAsk } from "./ask.js";
import { listenForHits, showBattle } from "./battle.js";
import { listenForCalculator } from "./calculator.js";
import { showHappened, showOrders } from "./past.js";
import { listenForNames } from "./finding.js";
import { showHistory } from "./history.js";
import { listenForKeys } from "./keys.js";
import { listenForLayers, showLayers } from "./layers.js";
import { listenForSlips } from "./slips.js";
import { showNations } from "./nations.js";
import { applyLook, listenForLook } from "./look.js";
import { showCredit, takesMaps } from "./mapfolder.js";
import { clearArea, drawPlanBy, refreshArea } from "./plan.js";
import { clickArea } from "./sending.js";
import { ask as askPhone } from "./phone.js";
import { complain, drawBy, now, path, reload, take } from "./table.js";

/** Where the turn stands; one that is complete has still to be signed, whoever comes next. */
function where(turn) {
  if (!turn.round) return "";
  if (turn.kind === "complete") return `${turn.mover}: the turn is complete`;
  return `Round ${turn.round}, ${turn.season ? `${turn.season}, ` : ""}${turn.nation || "end of the round"}${turn.phase_title ? `: ${turn.phase_title}` : ""}`;
}

/** Draw the page for a turn. */
async function drawTurn(before, what) {
  const { turn } = now;
  // Whatever is told of the others is from before now.
  if (isShowing() && before && before.version !== turn.version) endFilm();
  document.title = `${turn.nation ?? ""} ${turn.phase_title ?? ""} – ${turn.name}`;
  byId("title").textContent = turn.name;
  byId("where").textContent = where(turn);
  show(byId("strip"), (turn.strip ?? []).map(([title, words]) => el("li", { "data-title": title }, el("strong", {}, title), ` ${words}`)));
  if (!isShowing()) now.map?.update(turn);
  if (before && (before.phase !== turn.phase || before.nation !== turn.nation || before.kind !== turn.kind)) clearArea();
  showLayers();
  showAsk();
  showBattle();
  drawArea();
  showOrders();
  showHappened();
  showNations();
  showHistory();
  // The computer and others at this computer have played: that is shown before the player goes on.
  if (before && before.nation !== turn.nation && ["computer", "elsewhere"].includes(before.kind) && turn.kind !== "computer") showFilm();
  // Anybody who signs a turn still looks at what they did.
  if (before && before.nation !== turn.nation && turn.kind !== "complete") now.map?.begin(turn);
  else if (turn.place && turn.place !== before?.place) now.map?.centre(turn.place);
  if (what === "undo" || what === "redo") await refreshArea();
}

/** The pages besides the games, by what stands behind the # of the address. */
const PAGES = { "": ["My games", showGames], new: ["Found a game", showFounding], mail: ["Your mail", showMail] };

/** Counts the pages that were opened, so that a slow answer for an earlier one is left out. */
let opened = 0;

/** Whether the key is open; it stays so while the program runs. */
let isOpen = false;

/** Make or unlock the key first; true when it is open. */
async function knock() {
  if (isOpen) return true;
  try {
    const door = await look("api/door");
    isOpen = door.key === "open";
    if (isOpen) return true;
    byId("games").hidden = false;
    byId("table").hidden = byId("to-games").hidden = true;
    byId("title").textContent = document.title = "pbem";
    byId("where").textContent = "";
    showDoor(door, (made) => {
      if (made.file) tell([`Your key is made. It is the file ${made.file}: keep a copy of it where you keep such things.`]);
      return open();
    });
  } catch (error) {
    complain(error);
  }
  document.documentElement.dataset.ready = "door";
  return false;
}

async function open() {
  const visit = (opened += 1);
  complain(null);
  if (!await knock() || visit !== opened) return;
  const place = location.hash.slice(1);
  now.game = PAGES[place] ? "" : place;
  dropFilm();
  now.turn = now.map = null;
  byId("rehearsal").hidden = true;
  document.documentElement.removeAttribute("data-rehearsal");
  // Nothing of the page before stays in sight while this one is still on its way.
  show(byId("games"));
  byId("table").hidden = true;
  byId("where").textContent = "";
  byId("to-games").hidden = !place;
  if (!now.game) {
    const [title, draw] = PAGES[place];
    byId("title").textContent = title;
    document.title = `${title} – pbem`;
    await draw();
  } else {
    byId("title").textContent = document.title = "The game opens …";
    try {
      const [turn, map] = await Promise.all([look(path()), look(path("map"))]);
      if (visit !== opened) return;
      byId("table").hidden = false;
      now.map = map.areas.length ? drawMap(byId("frame"), map, { chosen: (name, how) => isShowing() || clickArea(name, how), pointed: pointAt, grabs, dragged: drag, dropped: drop }) : null;
      show(byId("areas"), map.areas.map((area) => new Option(area.name)));
      showCredit(map, open);
      take(turn);
      applyLook();
      now.map?.begin(turn);
      showFilm();
    } catch (error) {
      if (visit !== opened) return;
      byId("title").textContent = document.title = "The board";
      complain(error);
    }
  }
  if (visit === opened) document.documentElement.dataset.ready = place || "games";
}

/** Draw the page anew if something has become of a mail meanwhile; what was said stays otherwise. */
async function followMail() {
  try {
    const turn = await look(path());
    const told = ({ mails, unmailed }) => JSON.stringify([mails, unmailed]);
    if (now.turn?.mails && told(turn) !== told(now.turn)) take(turn);
  } catch (error) {
    complain(error);
  }
}

/** Whether the player types or answers something in the list of games, which drawing it anew would throw away. */
function isAnswering() {
  const games = byId("games");
  const isFilled = [...games.querySelectorAll("input:not([type=checkbox]), textarea")].some((field) => field.value !== field.defaultValue);
  return isFilled || games.contains(document.activeElement?.closest("input, select, textarea")) || games.querySelector("[data-asking]") !== null;
}

function heard(news) {
  if (news.door && !isOpen) open();
  if (news.sign_in) showSignIn(news.sign_in);
  if (news.phone) askPhone();
  if (news.progress !== undefined && now.busy) byId("progress").textContent = news.progress ? `${news.progress} …` : "";
  if (news.games && !location.hash.slice(1) && !now.busy && !isAnswering()) showGames(() => !isAnswering());
  if (news.games && now.turn?.mails && !now.busy) followMail();
  if (news.game === now.game && news.version && !now.busy && now.turn && news.version !== now.turn.version) reload();
}

/** The program ended, or came back before anybody noticed. */
function isThere(speaks) {
  if (!speaks) complain(GONE);
  else if ([GONE.code, "not-let-in"].includes(byId("trouble").dataset.code)) {
    complain(null);
    isOpen = false;
    open();
  }
}

drawBy(drawTurn);
drawPlanBy(drawArea);
window.addEventListener("hashchange", open);
listen(heard, isThere);
listenForSlips();
listenForKeys();
listenForLayers();
listenForNames();
listenForHits();
listenForLook(open);
takesMaps(byId("stage"), () => now.game, open);
listenForCalculator();
open();
