// What the verify page shows of a receipt and of a proposal: signed papers that travel without a save.

import { Refused, sameBytes, toHex } from "./bytes.js";
import { fingerprint } from "./chain.js";
import { checkAgreement } from "./consent.js";
import { banner, diceRow, element, facts, fault, foreign, list, section } from "./view.js";
import { agreementWords, dateWords, explain, purpose } from "./words.js";

/** What a receipt says, and how it stands to the server's keys and to a save that was verified
 * before it on this page. `bound` is {state} or {error} or null. */
export async function showReceipt(opened, known, bound) {
  const { asked } = opened;
  const isRoll = opened.kind === "roll";
  const what = opened.isVoid ? "void roll" : isRoll ? "receipt of a roll" : "closing of a turn";
  const prints = await Promise.all(opened.authorities.map(fingerprint));
  const signer = await fingerprint(opened.request.signer);
  const shown = bound?.error
    ? banner("bad", `This ${what} does not fit the save`, fault(bound.error))
    : banner(known >= 0 || bound ? "good" : "warn", `This ${what} holds by itself`,
      element("p", {}, whose(known, bound)));
  return [shown, section("The receipt", facts([
    ["Game id", element("code", { class: "long" }, toHex(asked.game))],
    ["Nation", foreign(asked.nation)],
    ...(isRoll ? [
      ["Roll", asked.index], ["For", foreign(purpose(asked))],
      ["Side", foreign(asked.side || "neither")], ["Faces", asked.sides],
      ["Dice", opened.isVoid ? "none: the number was used up out of turn" : diceRow(opened.dice)],
    ] : [["Turn", asked.turn], ["Next roll", asked.index]]),
    ["Time, as claimed", dateWords(opened.receipts[0].fields.time)],
    ...prints.map((print) => ["Dice authority's key", element("code", {}, print)]),
    ["Requested by the key", element("code", {}, signer)],
  ])), section("What this proves, and what it does not", list(isRoll
    ? rollScope(bound) : CLOSING_SCOPE))];
}

const CLOSING_SCOPE = [
  "The player asked to end the turn at this position, and the authority signed which requests it had "
    + "answered in this game by then, all of them.",
  "Only the save shows whether it ends the turn there: verify it on this page first, then paste "
    + "the receipt again.",
];

function rollScope(bound) {
  const chain = bound?.state
    ? "Every seed belongs to the chain that its authority committed to before the game."
    : "It does not show that the seed was fixed before the game: verify the save on this page first, "
      + "then paste the receipt again.";
  return [
    "The player signed the request, the authority signed the answer, and the dice follow from its seed "
      + "and that request. (With two authorities, from both their seeds.)",
    ...(bound?.error ? [] : [chain]),
    "It does not show whether the save uses this roll where it belongs, or that the rules asked for it.",
  ];
}

function whose(known, bound) {
  const parts = ["All signatures fit."];
  if (bound?.state === "in-save") parts.push("It is in the save that you verified.");
  if (bound?.state === "newer") parts.push("It belongs to the game that you verified and is newer than that save.");
  if (known >= 0) parts.push(`The authority is this server${known ? ", under an earlier key" : ""}.`);
  else if (!bound) {
    parts.push("Anybody could have made an authority with this key: compare it with the one in your save.");
  }
  return parts.join(" ");
}

/** A proposal and who has signed it. `report` comes from `verifyFile`; it is compared with `before`, the
 * game that was verified before it on this page, if there is one. */
export async function showProposal(report, before) {
  if (report.error) return [banner("bad", "This proposal does not verify", fault(report.error))];
  const [{ agreed }] = report.lines;
  const { proposal, consents } = agreed;
  const game = before && sameBytes(before.genesis.game, proposal.fields.game) ? before : null;
  const who = async ({ signer }) => {
    const name = game?.playerOf(signer);
    return [name ? [foreign(name), ", "] : [], element("code", {}, await fingerprint(signer))].flat();
  };
  return [
    banner("good", "This proposal verifies", element("p", {}, game ? await howItStands(agreed, game)
      : "The signatures fit. Only the save shows whose they are and who has not signed yet: "
        + "verify it on this page first, then drop the proposal again.")),
    facts([
      ["What it says", foreign(agreementWords(agreed))],
      ["Game id", element("code", { class: "long" }, toHex(proposal.fields.game))],
      ["Proposed by", element("span", {}, await who(proposal))],
      ["Consents", consents.length ? list(await Promise.all(consents.map(who))) : "none yet"],
      ["Lapses", `when a turn after turn ${proposal.fields.until} of the game has ended`],
      ["Time, as claimed", dateWords(proposal.fields.time)],
    ]),
  ];
}

/** How a proposal stands to a game, in a sentence. */
async function howItStands(agreed, game) {
  try {
    await checkAgreement(agreed, game, game.head);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return "The signatures fit, but at the position of the save that you verified it cannot be put into "
      + `the game: ${explain(error.code)}`;
  }
  return "Everybody whom it affects has signed, and it fits the save that you verified.";
}
