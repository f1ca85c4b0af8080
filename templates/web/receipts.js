// A single roll, void record or end of a turn with the receipts of the dice authorities, by itself and
// against a save: docs/formats/dice-v1.md, section "Text form of a roll or an end".

import { demand, sameBytes, toHex } from "./bytes.js";
import { openClosing, openReceipt, openRequest, previousSeed, requestHash, rollDice } from "./dice.js";
import { openRecord, signerOf } from "./envelope.js";

const MAX_PAPER = 65_536;

/** What a record proves alone: the player's signature, those of the authorities, and the dice that follow
 * from seeds and request. Throws Refused. */
export async function openPaper(data) {
  demand(data.length <= MAX_PAPER, "too-large");
  const record = openRecord(data, MAX_PAPER);
  demand(["request", "void", "turn_end"].includes(record.kind), "wrong-shape");
  const signer = await signerOf(record);
  const isEnd = record.kind === "turn_end";
  const request = record.kind === "void"
    ? await openRequest(record.fields.request) : { ...record, signer };
  const receipts = [];
  for (const one of record.attached[isEnd ? "closings" : "receipts"]) {
    receipts.push(await (isEnd ? openClosing : openReceipt)(one));
  }
  const missing = isEnd ? "closing-missing" : "receipt-missing";
  demand(receipts.length > 0, missing);
  const hash = await requestHash(request.body);
  const other = isEnd ? "closing-other-request" : "receipt-other-request";
  demand(receipts.every(({ fields }) => sameBytes(fields.request, hash)), other);
  const paper = { kind: isEnd ? "closing" : "roll", isVoid: record.kind === "void", request, receipts,
    asked: request.fields, authorities: receipts.map((one) => one.signer), dice: null, seeds: [] };
  if (isEnd) return paper;
  paper.seeds = receipts.map(({ fields }) => fields.seed);
  const { count, sides } = paper.asked;
  paper.dice = await rollDice(paper.seeds, request.body, count, sides);
  return paper;
}

/** Where the server's own keys know one of the authorities: a place in `keys` (hex), or -1. */
export function knownAuthority(paper, keys) {
  const places = paper.authorities.map((key) => keys.indexOf(toHex(key))).filter((at) => at >= 0);
  return places[0] ?? -1;
}

/** How a paper stands to a verified save: "in-save", or "newer" if the save ends before
 * it and its seeds continue the save's chains. Throws Refused with the code of dice-v1.md, or with
 * `roll-differs` or `closing-differs` if the save has another one in its place. */
export async function compareWithSave(paper, game) {
  const { asked, authorities, kind, request } = paper;
  const isRoll = kind === "roll";
  const isOurs = authorities.length === game.authorities.length
    && authorities.every((key, at) => game.authorities[at].isKey(key));
  demand(isOurs, isRoll ? "receipt-wrong-authority" : "closing-wrong-authority");
  demand(sameBytes(asked.game, game.genesis.game), `${kind}-wrong-game`);
  const there = isRoll ? game.rolls[asked.index - 1]
    : game.closings.find((one) => one.asked.turn === asked.turn);
  const isSame = there && sameBytes(there.body, request.body)
    && (!isRoll || paper.seeds.every((seed, at) => sameBytes(seed, there.seeds[at])));
  if (isSame) return "in-save";
  // Somebody who held the seat before a substitution may have asked as well.
  const isHolder = there ? game.hasHeld(asked.nation, request.signer)
    : game.isSeatKey(asked.nation, request.signer);
  demand(isHolder, isRoll ? "request-wrong-signer" : "closing-wrong-signer");
  demand(!there, `${kind}-differs`);
  if (!isRoll) return "newer";
  demand(game.authorities.every((one) => one.reaches(asked.index)), "chain-exhausted");
  for (const [at, one] of game.authorities.entries()) {
    let seed = paper.seeds[at];
    for (let index = asked.index; index > game.rolls.length; index -= 1) seed = await previousSeed(seed);
    demand(sameBytes(seed, one.seed), "seed-not-in-chain");
  }
  return "newer";
}
