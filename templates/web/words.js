// Words for codes, records and dice, and other people's words made harmless.

import { toHex } from "./bytes.js";

/** What each code of docs/formats means, in one sentence. */
const CODES = {
  "not-a-save": "This is not a pbem file.",
  "unknown-version": "It was made by a newer version of pbem than this page knows.",
  "unknown-record-kind": "It holds a kind of record that this version of the format does not have.",
  "wrong-kind": "It is another kind of pbem file than the one expected here.",
  "too-large": "It is larger, or unpacks to more, than the format allows.",
  "too-deep": "Its values are nested deeper than the format allows.",
  malformed: "Its bytes are cut off or are not what the format says.",
  "forbidden-type": "It holds a type of value that the format forbids.",
  "not-canonical": "A value is not spelt in its one allowed way, so it could be read in two ways.",
  "wrong-shape": "A record does not have exactly the fields that the format requires.",
  "armour-missing": "There is no whole pbem file and no receipt in this text. Copy everything from the BEGIN line to the END line. A save in several posts is put together by the program: pbem fetch.",
  "armour-ambiguous": "There are several different pbem files or receipts in this text. Copy only the one that you want.",
  "armour-damaged": "The text was damaged in transit, or its END line is missing. Copy it again, or ask for the file.",
  "file-damaged": "The file was changed or cut after it was written: its checksum does not fit.",
  "bad-signature": "A signature does not fit what was signed.",
  "bad-key": "A public key is one that anybody could sign for.",
  "broken-link": "The record does not follow the one before it: something was dropped, duplicated or moved.",
  "wrong-stage": "A record of this kind is not allowed here.",
  "wrong-seats": "The seats and players do not fit each other.",
  "join-twice": "A player joins a second time.",
  "seat-taken": "A player takes a seat that is not theirs to take.",
  "seat-open": "The game starts while a seat is still open.",
  "wrong-joins": "The start does not name the joins before it.",
  "unknown-key": "It is signed by a key that has no part in this game.",
  "key-contradicts-keyring": "The key is not the one that is known under this name.",
  "wrong-seat": "It is signed by a player who does not hold that nation.",
  "not-the-host": "It is signed by a player, but only the host may sign it.",
  "commitment-bad-signature": "The dice authority's commitment is not signed as it must be.",
  "commitment-wrong-game": "The dice authority's commitment is for another game or host.",
  "commitment-twice": "Both dice authorities of this game are the same one.",
  "seated-missing": "Not every dice authority says since when it knows who plays.",
  "seated-wrong-authority": "Since when the seats are known is not said by this game's dice authority.",
  "seated-unfit": "The dice authority knows other seats than those of this game.",
  "commitment-wrong-order": "A dice authority's commitment does not name the other one as it must.",
  "scenario-missing": "The scenario of the game is neither in the file nor known to this program.",
  "scenario-differs": "The attached scenario is not the one that the game was founded with.",
  "too-many-actions": "There are more orders in one turn than the format allows.",
  "too-many-records": "One turn or the log has more records than the format allows.",
  "too-many-bytes": "One turn or the log is longer than the format allows.",
  "too-many-rolls": "There are more rolls in one turn than the format allows.",
  "too-many-notes": "One player has written more notes in one turn than the format allows.",
  "too-many-agreements": "There are more agreements than the format allows.",
  "too-many-dice": "There are more dice in one turn than the format allows.",
  "void-unfit": "A roll was declared void that must count.",
  "commitment-wrong-mode": "A rehearsal and a real game are mixed up: the dice are not of the kind that the game claims.",
  "request-malformed": "The player's request for dice is not what the format says.",
  "request-bad-signature": "The player's signature on the request for dice does not fit.",
  "request-wrong-signer": "The dice were requested by somebody who does not hold that nation.",
  "receipt-malformed": "The dice authority's answer is not what the format says.",
  "receipt-bad-signature": "The signature of the dice authority's answer does not fit.",
  "receipt-missing": "The answer of a dice authority is missing.",
  "receipt-other-request": "The dice authority answered another request.",
  "statement-malformed": "The statement about a new key of a dice authority is not what the format says.",
  "statement-bad-signature": "The statement about a new key of a dice authority is not signed by the old one.",
  "statement-unfit": "A statement about a new key is of no dice authority of this game.",
  "receipt-wrong-authority": "The dice were signed by an authority other than the one of this game.",
  "roll-wrong-game": "The dice were rolled for another game.",
  "roll-wrong-index": "The rolls are not numbered in sequence: one is missing, duplicated or moved.",
  "roll-wrong-head": "The dice were rolled for a position other than the one at which they appear.",
  "chain-exhausted": "There are more rolls than the dice authority committed to.",
  "seed-not-in-chain": "The seed is not the one that the dice authority committed to before the game.",
  "closing-missing": "The turn was ended without a statement of the dice authority that no roll was left out.",
  "closing-malformed": "The dice authority's closing of the turn is not what the format says.",
  "closing-bad-signature": "A signature in the closing of the turn does not fit.",
  "closing-wrong-authority": "The turn was closed by an authority other than the one of this game.",
  "closing-wrong-game": "The closing belongs to another game.",
  "closing-wrong-turn": "The closing belongs to another turn.",
  "closing-wrong-index": "The closing counts a different number of rolls from the save.",
  "closing-wrong-seats": "The end of the turn names other holders of the seats than the log.",
  "closing-wrong-end": "The closing is of another end of this turn: its message, digest or time was changed.",
  "closing-other-request": "The dice authority closed another end of this turn.",
  "answered-differs": "The dice authority answered other requests than those in the log.",
  "closing-wrong-signer": "The closing was requested by somebody who does not hold that nation.",
  "proposal-malformed": "A proposal is not what the format says.",
  "proposal-bad-signature": "The signature of a proposal does not fit.",
  "proposal-wrong-game": "A proposal belongs to another game.",
  "proposal-other-history": "A proposal was made at a position that this game never reached.",
  "proposal-old-head": "A proposal was made at a position that the game had already left.",
  "proposal-lapsed": "A proposal had lapsed before it was put into the game.",
  "proposal-wrong-signer": "A proposal was made by somebody whom it does not affect.",
  "agreement-twice": "The same agreement is in the game twice.",
  "agreement-unfit": "An agreement does not fit the game.",
  "proposal-withdrawn": "A proposal was agreed to after whoever made it had withdrawn it.",
  "consent-malformed": "A consent is not what the format says.",
  "consent-bad-signature": "The signature of a consent does not fit.",
  "consent-wrong-game": "A consent belongs to another game.",
  "consent-other-proposal": "A consent is to another proposal.",
  "consent-wrong-signer": "A consent comes from somebody who need not consent.",
  "consent-doubled": "Somebody has consented twice.",
  "consent-missing": "Not everybody whom an agreement affects has consented.",
  "roll-drawn-before": "Dice that were drawn and taken back must come again, but different ones are here.",
  "roll-again-unfit": "A roll comes again that was not taken back.",
  "roll-again-order": "A roll comes again before another one of its kind.",
  "journal-malformed": "The journal is not what the format says.",
  "roll-differs": "The save has a different roll under this number. Two receipts for one number prove that the dice authority has cheated: keep both.",
  "closing-differs": "The save has a different end of this turn. Two closings of one turn prove that the dice authority has cheated: keep both.",
};

export function explain(code) {
  return CODES[code] ?? "It does not verify.";
}

/** What an authority has said of a restored backup. */
export function restoredWords({ address, restored }) {
  return ` ${address} was restored from a backup on ${dateWords(restored)}, by its own word: an answer that it gave `
    + "before and nobody's save held is lost, and whoever had it could ask for those dice again with other orders.";
}

/** Which kind of dice a game uses, as a short name and a sentence that says who would have to conspire.
 * `addresses` are those of its one or two authorities. */
export function diceWords(addresses) {
  const [address] = addresses;
  if (addresses.length === 2) {
    return [`Two dice authorities: ${addresses.join(" and ")}`,
      "Committed before the game: every die follows from the secrets of both, and each answered before it "
      + "could see the other's. Only both together, with a player, could foresee or steer a die."];
  }
  if (address.startsWith("rehearsal:")) {
    return ["Rehearsal dice", "Anyone can foresee every die. Good for trying out; they prove nothing."];
  }
  if (address === "embedded") {
    return ["Dice of the host's computer",
      "Committed before the game, so no die can be chosen, repeated or thrown away in the save; but "
      + "whoever owns that computer knows the seeds and could foresee them."];
  }
  return [`Dice server ${address}`,
    "Committed before the game: no player could choose, foresee, repeat or throw away a die. The "
    + "server itself knows its seeds, so it must not side with a player."];
}

export const CHECKED_SAVE = [
  "The file is whole, and every value in it is spelt in the one allowed way.",
  "Every record follows from the one before it: none was changed, dropped, duplicated or moved.",
  "Every record is signed by the one who had to sign it: the host or the player who holds the nation. In a closed turn the signature of its end covers all that this player did.",
  "The dice authority committed to its secret before the players joined, and every seed is the next one of that chain.",
  "Every die was recomputed from its seed and the request that the player had signed.",
  "At the end of every turn the authority signed which rolls were requested, all of them: none was left out or changed.",
];

export const NOT_CHECKED_SAVE = [
  "That every order is legal, that it was that nation's turn, and that the rules asked for these dice and no others.",
  "That the position signed at the end of a turn is the one that results.",
  "Whose keys these are: compare the fingerprints below with the players by another way.",
  "Whether there is a newer save, or another one of the same turn.",
];

const PHASES = {
  "": "", aa_fire: "anti-aircraft fire", first_strike: "first strike", general: "general fire",
};

/** A phase or step of the game, such as `combat_move`, as words. */
function stepWords(word) {
  return PHASES[word] ?? word.replaceAll("_", " ");
}

export function plural(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en-GB")} ${count === 1 ? one : many}`;
}

/** What a request was for, such as "Leningrad, general fire, battle round 2". */
export function purpose(asked) {
  const parts = [asked.where, stepWords(asked.step) || stepWords(asked.phase)];
  if (asked.round) parts.push(`round ${asked.round}`);
  return parts.filter(Boolean).join(", ");
}

/** Unix seconds as a date in the zone of whoever reads it; times are claims of whoever signed. */
export function dateWords(seconds) {
  if (!seconds) return "";
  const east = -new Date(seconds * 1000).getTimezoneOffset();
  const there = new Date((seconds + east * 60) * 1000).toISOString().slice(0, 16).replace("T", " ");
  const [hours, minutes] = [Math.trunc(Math.abs(east) / 60), Math.abs(east) % 60]
    .map((number) => String(number).padStart(2, "0"));
  return `${there} UTC${east ? `${east < 0 ? "-" : "+"}${hours}:${minutes}` : ""}`;
}

/** One line for a record that was checked. `line` comes from `Game.add`. */
export function recordWords(line) {
  const { kind, fields, request } = line;
  const nations = (seats) => seats.join(", ");
  switch (kind) {
    case "genesis":
      return `The game is set up; the dice authority commits to ${plural(line.length ?? 0, "roll")}`;
    case "join": return `${fields.player} joins with ${nations(fields.seats)}`;
    case "start": return "The game starts";
    case "orders": return `${fields.nation}: ${plural(fields.actions.length, "action")}`;
    case "void":
      return `Roll ${request.index} is void: it was requested out of turn, for ${request.nation}`;
    case "request":
      return `Roll ${request.index}: ${plural(request.count, "die", "dice")} for ${purpose(request)}`;
    case "turn_end": return `${fields.nation}: end of the turn, closed by the dice authority`;
    case "agreement": return `Agreed: ${agreementWords(line.agreed)}`;
    case "absence": return `${fields.nation}: away`;
    case "note": return `${fields.nation}: a note on ${fields.territory}`;
    case "roll_again": return `${fields.nation}: the dice of record ${fields.record} come again`;
    case "card": return `Address card of ${fields.name}: ${fields.address}`;
    default: return kind;
  }
}

/** The rolls that are given up with an authority. */
function givenUp({ given_up: last }) {
  return last ? `; rolls up to number ${last} that the other one alone has answered are given up` : "";
}

/** What a proposal says, and how many have signed. */
export function agreementWords({ what, proposal, consents }) {
  const things = {
    edit: () => `the board is changed by hand, ${plural(what.changes.length, "change")}`,
    take_back: () => `the game goes back to the position after record ${what.record}`,
    draw: () => "the game is a draw",
    surrender: () => `${what.nations.join(", ")} surrender`,
    forfeit: () => `the whole side of ${what.nations.join(", ")} has lost: a player was out of time`,
    substitution: () => `${what.player} takes ${what.seats.join(", ")}`,
    key_change: () => "a player changes their key",
    new_dice: () => `dice authority ${what.which + 1} is replaced by ${what.address}${givenUp(what)}`,
    player_and_dice: () => `${what.player} takes ${what.seats.join(", ")} from somebody absent, and `
      + `dice authority ${what.which + 1} is replaced by ${what.address}${givenUp(what)}`,
    withdrawal: () => `the proposal ${toHex(what.proposal).slice(0, 8)} is withdrawn`,
    void_roll: () => `rolls up to number ${what.index} that are missing in the game are given up`,
    void_turn: () => `the lost end of turn ${what.turn} is left out`,
  };
  return `${things[what.kind]()}; ${plural(consents.length + 1, "signature")}`
    + `${proposal.fields.words ? `, with the words: ${proposal.fields.words}` : ""}`;
}

/** Hidden and direction-changing characters made visible, so that a text cannot pose as another. */
export function plain(text, lines = false) {
  // Each of the class is a character of its own here.
  // eslint-disable-next-line no-misleading-character-class
  return text.replace(/[\p{C}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu, (char) => {
    if (char === "\n") return lines ? "\n" : " ";
    if (char === "\t" || char === "\r") return " ";
    return `<U+${char.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}>`;
  }).replace(/(\p{M}{4})\p{M}+/gu, "$1");
}
