// The public journal of a game, line by line and against a save: docs/formats/dice-v1.md, section
// "The journal". The comparison finds what `pbem dice audit` finds.

import { Refused, demand, fromBase64, fromHex, sameBytes } from "./bytes.js";
import { Authority, applyStatements, openClosing, openClosingRequest, openCommitment, openReceipt, openRequest,
  openStatements, requestHash, rollDice } from "./dice.js";
import { decode } from "./msgpack.js";

const EVENTS = ["roll", "closing", "attempted-re-roll", "attempted-closing"];

/** One answer of the server: {entries, commitment, next}, `next` being where to go on, or null.
 * Throws Refused `journal-malformed` for anything else. */
export function readPiece(answer) {
  const commitment = fromBase64(answer?.commitment);
  const next = answer?.next ?? null;
  const isRight = Array.isArray(answer?.entries) && commitment
    && (next === null || Number.isSafeInteger(next));
  if (!isRight) throw new Refused("journal-malformed");
  return { entries: answer.entries.map(readEntry), commitment, next };
}

function readEntry(entry) {
  const data = fromBase64(entry?.data);
  const isRight = EVENTS.includes(entry?.event) && Number.isSafeInteger(entry.index)
    && Number.isSafeInteger(entry.time) && data;
  if (!isRight) throw new Refused("journal-malformed");
  return { event: entry.event, index: entry.index, time: entry.time, data };
}

/** The game id that a person typed, as bytes; null if it is not one. */
export function gameId(text) {
  const id = fromHex(text.trim());
  return id?.length === 16 ? id : null;
}

/** An answer is [signed request, receipt], a refusal the signed request alone. */
async function openEntry(entry) {
  const isClosing = entry.event.includes("closing");
  const openAsked = isClosing ? openClosingRequest : openRequest;
  if (entry.event.startsWith("attempted")) {
    const request = await openAsked(entry.data);
    return { asked: request.fields, request, authority: null, time: entry.time, dice: null };
  }
  const answer = decode(entry.data);
  const isPair = Array.isArray(answer) && answer.length === 2
    && answer.every((one) => one instanceof Uint8Array);
  demand(isPair, "journal-malformed");
  const request = await openAsked(answer[0]);
  if (!isClosing && answer[1].length === 0) {
    // Two authorities answer, and no turn was closed after this roll.
    return { asked: request.fields, request, authority: null, time: entry.time, dice: null };
  }
  const receipt = await (isClosing ? openClosing : openReceipt)(answer[1]);
  demand(sameBytes(receipt.fields.request, await requestHash(request.body)),
    isClosing ? "closing-other-request" : "receipt-other-request");
  const { count, sides } = request.fields;
  const dice = isClosing ? null : await rollDice([receipt.fields.seed], request.body, count, sides);
  return { asked: request.fields, request, receipt, authority: receipt.signer, dice,
    time: receipt.fields.time };
}

/** Check each entry by itself: signatures, authority, the game, the number, that every
 * seed follows from the next one, from the anchor of the commitment on, and that every closing names all
 * answers before it. `statements` introduce newer keys of the authority. `lines` are the entries with
 * what they hold, and `error` (Refused or null); their dice count if no second authority has a part in them. Throws
 * Refused if the commitment does not hold. */
export async function checkEntries(entries, game, commitment, statements = [], step = async (_done, _total) => {}) {
  const promise = await openCommitment(commitment);
  if (!sameBytes(promise.fields.game, game)) throw new Refused("commitment-wrong-game");
  const lines = [];
  const authority = new Authority(promise, "");
  for (const one of await openStatements(statements)) {
    if (sameBytes(one.fields.old, authority.key)) applyStatements([one], [authority]);
  }
  const chain = { authority, index: promise.fields.first - 1, game };
  for (const [at, entry] of entries.entries()) {
    const line = { ...entry, asked: null, error: null };
    lines.push(line);
    try {
      Object.assign(line, await openEntry(entry));
      await checkEntry(line, chain);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      line.error = error;
    }
    if (at % 50 === 0) await step(at, entries.length);
  }
  return { lines, authority: promise.signer, keys: authority.keys, commitment: promise.fields };
}

/** `chain` is how far the rolls have come; it is moved on. */
async function checkEntry(line, chain) {
  const isClosing = line.event.includes("closing");
  demand(sameBytes(line.asked.game, chain.game), isClosing ? "closing-wrong-game" : "roll-wrong-game");
  demand(line.asked.index === line.index, isClosing ? "closing-wrong-index" : "roll-wrong-index");
  if (!line.authority) return;
  demand(chain.authority.isKey(line.authority),
    isClosing ? "closing-wrong-authority" : "receipt-wrong-authority");
  if (isClosing) {
    demand(sameBytes(line.receipt.fields.answered, chain.authority.answered), "answered-differs");
    return;
  }
  demand(line.index === chain.index + 1, "roll-wrong-index");
  await chain.authority.open(line.receipt.fields.seed, line.request.body);
  chain.index = line.index;
}

/** What in a checked journal does not fit a verified save: {code, index, player, turn, nation}. The
 * codes are those of `pbem dice audit`; [] when every roll was used as it was made. */
export function compareJournal({ lines, keys }, game) {
  const at = game.authorities.findIndex((one) => keys.some((key) => one.isKey(key)));
  const voids = game.rolls.filter((roll) => roll.isVoid);
  const findings = voids.map(({ asked, player }) =>
    ({ code: "asked-out-of-turn", index: asked.index, player, turn: 0, nation: asked.nation }));
  const closings = new Map(game.closings.map((one) => [closingId(one.asked), one]));
  const kept = { roll: new Set(), closing: new Set() };
  for (const line of lines) {
    const isClosing = line.event.includes("closing");
    const there = isClosing
      ? closings.get(line.asked && closingId(line.asked)) : game.rolls[line.index - 1];
    const same = there && line.request && sameBytes(there.body, line.request.body)
      && (isClosing || !line.receipt
        || (at >= 0 && sameBytes(there.seeds[at], line.receipt.fields.seed)));
    if (same && line.event in kept) {
      kept[line.event].add(there);
      continue;
    }
    // Whose number somebody else had used up was refused, and has done nothing wrong.
    const used = voids.find((roll) => roll.asked.index === line.index);
    const found = finding(line, there, game, at >= 0);
    const isVictim = used && line.event.startsWith("attempted") && line.asked?.nation === used.mover;
    if (!isVictim || found.code === "journal-malformed") findings.push(found);
  }
  for (const roll of game.rolls) {
    if (!lines.some((line) => line.event === "roll" && line.index === roll.asked.index)) {
      findings.push({ code: "roll-not-in-journal", index: roll.asked.index, player: null });
    }
  }
  for (const closing of game.closings) {
    if (!kept.closing.has(closing)) {
      const { index, turn, nation } = closing.asked;
      findings.push({ code: "closing-not-in-journal", index, player: null, turn, nation });
    }
  }
  return findings;
}

function closingId(asked) {
  return JSON.stringify([asked.turn, asked.nation]);
}

function finding(line, there, game, isOurs) {
  const player = line.error ? null : game.playerOf(line.request.signer);
  const fits = player !== null && sameBytes(line.asked.game, game.genesis.game)
    && (line.authority === null || isOurs);
  if (!fits) return { code: "journal-malformed", index: line.index, player: null };
  const { turn, nation } = line.asked;
  const about = { index: line.index, player, turn, nation };
  if (line.event.startsWith("attempted")) return { code: line.event, ...about };
  return { code: `${line.event}-${there ? "differs" : "not-in-save"}`, ...about };
}
