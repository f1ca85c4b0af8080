// The verify page: drop, choose or paste, and see.

import { Refused } from "./bytes.js";
import { verifyFile } from "./chain.js";
import { CARD, JOIN, PROPOSAL, SAVE } from "./container.js";
import { lacking } from "./envelope.js";
import { fromBlob, fromText, watch } from "./intake.js";
import { AUTHORITY_KEYS } from "./keys.js";
import { compareWithSave, knownAuthority, openPaper } from "./receipts.js";
import { showReceipt } from "./paper_results.js";
import { showFile } from "./results.js";
import { banner, breathe, byId, element, fault, tell } from "./view.js";

const result = byId("result");
let game = null; // of the last save that verified, to hold receipts against
let latest = 0; // a newer file ends the work on an older one

async function work(source) {
  latest += 1;
  const mine = latest;
  const isOld = () => mine !== latest;
  result.replaceChildren();
  result.setAttribute("aria-busy", "true");
  tell("Reading…");
  let parts;
  try {
    parts = await verify(await source(), isOld);
  } catch (error) {
    if (isOld()) return;
    parts = error instanceof Refused
      ? [banner("bad", "This does not verify", fault(error))]
      : [banner("bad", "This page has failed", element("p", {}, `${error.name}: ${error.message}`))];
  }
  if (isOld()) return;
  result.replaceChildren(...parts);
  result.removeAttribute("aria-busy");
  const heading = result.querySelector("h2");
  tell(heading.textContent, true);
  heading.focus({ preventScroll: true });
  result.scrollIntoView({ block: "start" });
}

async function verify({ what, data }, isOld) {
  if (what === "receipt") return verifyReceipt(data);
  const want = [JOIN, CARD, PROPOSAL].includes(data[9]) ? data[9] : SAVE;
  const report = await verifyFile(data, want, {}, async (done, total) => {
    if (isOld()) throw new Refused("superseded");
    tell(`Checking record ${done} of ${total}…`);
    await breathe();
  });
  if (want === SAVE) game = report.error ? null : report.game;
  return showFile(report, game);
}

async function verifyReceipt(data) {
  const opened = await openPaper(data);
  let bound = null;
  if (game) {
    try {
      bound = { state: await compareWithSave(opened, game) };
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      bound = { error };
    }
  }
  return showReceipt(opened, knownAuthority(opened, AUTHORITY_KEYS), bound);
}

const problem = await lacking();
if (problem) {
  const box = byId("lacking");
  box.textContent = problem;
  box.hidden = false;
  byId("input").hidden = true;
} else {
  watch(byId("zone"), (blob) => work(() => fromBlob(blob)));
  byId("paste").addEventListener("submit", (event) => {
    event.preventDefault();
    const { value } = byId("text");
    work(async () => fromText(value));
  });
  document.documentElement.dataset.ready = "yes";
}
