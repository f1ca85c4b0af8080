// The journal page: a game's public journal, and its comparison with a save in the browser.

import { Refused, fromBase64, toHex } from "./bytes.js";
import { verifyFile } from "./chain.js";
import { SAVE } from "./container.js";
import { lacking } from "./envelope.js";
import { fromBlob, watch } from "./intake.js";
import { checkEntries, compareJournal, gameId, readPiece } from "./journal.js";
import { showFindings, showJournal } from "./journal_results.js";
import { AUTHORITY_KEYS } from "./keys.js";
import { banner, breathe, byId, element, fault, tell } from "./view.js";

const result = byId("result");
const compared = byId("compared");
const comparison = byId("comparison");
let journal = null; // {game, lines} of the journal on show

function place(box, parts) {
  box.replaceChildren(...parts);
  const heading = box.querySelector("h2");
  tell(heading.textContent, true);
  heading.focus();
}

function failed(title, error) {
  return banner("bad", title, error instanceof Refused
    ? fault(error) : element("p", {}, `${error.name}: ${error.message}`));
}

async function step(done, total) {
  tell(`Checking entry ${done} of ${total}…`);
  await breathe();
}

async function load(game) {
  journal = null;
  comparison.hidden = true;
  compared.replaceChildren();
  tell("Fetching the journal…");
  try {
    const { entries, commitment } = await fetchJournal(game);
    let checked = await checkEntries(entries, game, commitment, [], step);
    if (checked.lines.some((line) => line.error?.code.endsWith("-wrong-authority"))) {
      // Perhaps the authority has a newer key by now.
      checked = await checkEntries(entries, game, commitment, await fetchStatements(), step);
    }
    journal = { ...checked, game };
    place(result, await showJournal(game, checked, AUTHORITY_KEYS));
    comparison.hidden = false;
  } catch (error) {
    place(result, [failed("There is no journal to show", error)]);
  }
}

/** The commitment and all entries, however many answers the server needs for them. */
async function fetchJournal(game) {
  const entries = [];
  for (let from = 0; ;) {
    const answer = await fetch(`../v1/games/${toHex(game)}/journal?from=${from}`, {
      headers: { Accept: "application/json" }, credentials: "omit", cache: "no-store",
    });
    if (answer.status === 404) throw new Error("The server knows no game with this id.");
    if (!answer.ok) throw new Error(`The server answered ${answer.status}. Try again later.`);
    const piece = readPiece(await answer.json());
    entries.push(...piece.entries);
    if (piece.next === null) return { entries, commitment: piece.commitment };
    if (piece.next <= from) throw new Refused("journal-malformed");
    from = piece.next;
    tell(`Fetching the journal: ${entries.length} entries so far…`);
  }
}

/** What introduces the newer keys of this server's authority. */
async function fetchStatements() {
  const answer = await fetch("../v1/keys", {
    headers: { Accept: "application/json" }, credentials: "omit", cache: "no-store",
  });
  if (!answer.ok) return [];
  const { statements } = await answer.json();
  const found = (Array.isArray(statements) ? statements : []).map(fromBase64);
  return found.filter(Boolean);
}

async function compare(blob) {
  tell("Checking the save…");
  try {
    const { what, data } = await fromBlob(blob);
    if (what !== "file") throw new Refused("wrong-kind");
    const report = await verifyFile(data, SAVE, {}, step);
    if (report.error) throw report.error;
    if (toHex(report.game.genesis.game) !== toHex(journal.game)) {
      place(compared, [banner("bad", "This save is of another game", element("p", {},
        "Its journal is the one of the game id ", element("code", {}, toHex(report.game.genesis.game)), "."))]);
      return;
    }
    place(compared, [showFindings(compareJournal(journal, report.game), report.game)]);
  } catch (error) {
    place(compared, [failed("This save does not verify", error)]);
  }
}

const problem = await lacking();
if (problem) {
  const box = byId("lacking");
  box.textContent = problem;
  box.hidden = false;
  byId("input").hidden = true;
} else {
  const input = byId("game");
  byId("choose").addEventListener("submit", (event) => {
    event.preventDefault();
    const game = gameId(input.value);
    if (game) {
      history.replaceState(null, "", `?game=${toHex(game)}`);
      load(game);
    } else {
      place(result, [banner("bad", "This is not a game id", element("p", {},
        "A game id has 32 characters, 0 to 9 and a to f. The verify page shows it for a save."))]);
    }
  });
  watch(byId("zone"), compare);
  document.documentElement.dataset.ready = "yes";
  input.value = new URLSearchParams(location.search).get("game") ?? "";
  const game = gameId(input.value);
  if (game) load(game);
}
