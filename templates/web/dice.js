// Requests, receipts and dice: docs/formats/dice-v1.md.

import { Refused, concat, demand, tagHash, utf8 } from "./bytes.js";
import { openEnvelope, signerOf } from "./envelope.js";

async function renamed(code, work) {
  try {
    return await work();
  } catch (error) {
    throw error instanceof Refused ? new Refused(code) : error;
  }
}

/** R1 and R2: the player's request, with its `signer`. */
export async function openRequest(data) {
  const request = await renamed("request-malformed", () => openEnvelope(data, 4096, ["request"]));
  const signer = await renamed("request-bad-signature", () => signerOf(request));
  return { ...request, signer };
}

/** C1 and C2: the closing receipt and the player's request in it, each with its `signer`. */
export async function openClosing(data) {
  const receipt = await renamed("closing-malformed", () => openEnvelope(data, 1024, ["closed"]));
  const asked = await renamed("closing-malformed", () =>
    openEnvelope(receipt.fields.request, 256, ["closing"]));
  return renamed("closing-bad-signature", async () => ({
    receipt: { ...receipt, signer: await signerOf(receipt) },
    request: { ...asked, signer: await signerOf(asked) },
  }));
}

/** The one request of a refused closing, for a journal. */
export async function openClosingRequest(data) {
  const request = await renamed("closing-malformed", () => openEnvelope(data, 256, ["closing"]));
  const signer = await renamed("closing-bad-signature", () => signerOf(request));
  return { ...request, signer };
}

/** The game's commitment, with its `signer`: the authority. */
export async function openCommitment(data) {
  const commitment = openEnvelope(data, 1024, ["commitment"]);
  const signer = await renamed("commitment-bad-signature", () => signerOf(commitment));
  return { ...commitment, signer };
}

/** Section "Dice": HMAC-SHA256 in counter mode, 16-bit words, those that would bias are skipped. */
export async function rollDice(seed, body, count, sides) {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", seed, algorithm, false, ["sign"]);
  const label = utf8("pbem/v1/dice\0");
  const limit = 65_536 - (65_536 % sides);
  const dice = [];
  for (let block = 0; dice.length < count; block += 1) {
    const counter = new Uint8Array(4);
    new DataView(counter.buffer).setUint32(0, block);
    const words = new DataView(await crypto.subtle.sign("HMAC", key, concat(label, body, counter)));
    for (let at = 0; at < 32 && dice.length < count; at += 2) {
      const word = words.getUint16(at);
      if (word < limit) dice.push((word % sides) + 1);
    }
  }
  return dice;
}

/** R10: the dice of a receipt are those of its seed and request, all of them. */
export async function checkDice(receipt, request) {
  const { count, sides } = request.fields;
  const right = await rollDice(receipt.fields.seed, request.body, count, sides);
  const given = receipt.fields.dice;
  demand(given.length === count && right.every((die, at) => die === given[at]), "wrong-dice");
}

/** s[i-1] of s[i]. */
export function previousSeed(seed) {
  return tagHash("seed", seed);
}
