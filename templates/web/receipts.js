// A single receipt of the dice authority, of a roll or of the end of a turn, by itself and against
// a save: docs/formats/dice-v1.md.

import { demand, sameBytes, toHex } from "./bytes.js";
import { checkDice, openClosing, openRequest, previousSeed } from "./dice.js";
import { openEnvelope, signerOf } from "./envelope.js";

const MAX_RECEIPT = 65_536 + 2048;
const MAX_CLOSED = 1024;

/** What a receipt proves alone: both signatures, and that the dice are those of seed and request.
 * Throws Refused. */
export async function openReceipt(data) {
  demand(data.length <= MAX_RECEIPT, "too-large");
  const receipt = openEnvelope(data, 65_536, ["roll", "closed"]);
  if (receipt.kind === "closed") {
    demand(receipt.body.length <= MAX_CLOSED, "too-large");
    const { request } = await openClosing(data);
    return { kind: "closing", data, receipt, request, asked: request.fields,
      authority: receipt.signatures[0][0], dice: null };
  }
  const authority = await signerOf(receipt);
  const request = await openRequest(receipt.fields.request);
  await checkDice(receipt, request);
  return { kind: "roll", data, receipt, request, asked: request.fields, authority,
    dice: receipt.fields.dice };
}

/** Where the server's own keys or a save know the authority: a place in `keys` (hex), or -1. */
export function knownAuthority(opened, keys) {
  return keys.indexOf(toHex(opened.authority));
}

/** How an opened receipt stands to a verified save: "in-save", or "newer" if the save ends before
 * it and its seed continues the save's chain. Throws Refused with the code of dice-v1.md, or with
 * `roll-differs` or `closing-differs` if the save has another one in its place. */
export async function compareWithSave(opened, game) {
  const { asked, kind } = opened;
  const prefix = kind === "roll" ? "roll" : "closing";
  demand(sameBytes(opened.authority, game.authority),
    kind === "roll" ? "receipt-wrong-authority" : "closing-wrong-authority");
  demand(sameBytes(asked.game, game.genesis.game), `${prefix}-wrong-game`);
  const there = kind === "closing"
    ? game.closings.find((one) => one.asked.turn === asked.turn) : game.rolls[asked.index - 1];
  if (there && sameBytes(kind === "closing" ? there.data : there.record, opened.data)) return "in-save";
  // Somebody who held the seat before a substitution may have asked as well.
  const isHolder = there ? game.hasHeld(asked.nation, opened.request.signer)
    : game.isSeatKey(asked.nation, opened.request.signer);
  demand(isHolder, kind === "roll" ? "request-wrong-signer" : "closing-wrong-signer");
  demand(!there, `${prefix}-differs`);
  if (kind === "closing") return "newer";
  demand(asked.index <= game.commitment.length, "chain-exhausted");
  let seed = opened.receipt.fields.seed;
  for (let index = asked.index; index > game.rolls.length; index -= 1) {
    seed = await previousSeed(seed);
  }
  demand(sameBytes(seed, game.seed), "seed-not-in-chain");
  return "newer";
}
