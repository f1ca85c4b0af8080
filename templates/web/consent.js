// Records that need the consent of everybody whom they affect: docs/formats/consent-v1.md.

import { Refused, demand, sameBytes, tagHash, toHex } from "./bytes.js";
import { applyStatements, openCommitment, openStatements } from "./dice.js";
import { isSound, openEnvelope, signerOf } from "./envelope.js";

const MAX_PROPOSAL = 65_536;
const MAX_CONSENT = 256;

async function openOne(data, limit, kind) {
  try {
    const opened = openEnvelope(data, limit, [kind]);
    try {
      return { ...opened, signer: await signerOf(opened) };
    } catch (error) {
      throw error instanceof Refused ? new Refused(`${kind}-bad-signature`) : error;
    }
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw error.code === `${kind}-bad-signature` ? error : new Refused(`${kind}-malformed`);
  }
}

/** A1 and A2: a proposal and the consents to it, each with its `signer`; `what` as an object. */
export async function openAgreement(proposalData, consentData) {
  const proposal = await openOne(proposalData, MAX_PROPOSAL, "proposal");
  const consents = [];
  for (const data of consentData) consents.push(await openOne(data, MAX_CONSENT, "consent"));
  return {
    proposal, consents, what: Object.fromEntries(proposal.fields.what),
    digest: await tagHash("proposal", proposalData),
  };
}

/** The keys, as hex, of everybody who must consent. `seated` are the keys that hold a seat, by
 * nation; `host` is the host's key. */
function mustConsent(what, seated, host) {
  const everybody = new Set([...seated.values()].map(toHex));
  if (what.kind === "surrender") {
    return new Set(what.nations.map((nation) => toHex(seated.get(nation))));
  }
  if (what.kind === "forfeit") {
    everybody.delete(toHex(what.old));
    return everybody;
  }
  if (what.kind === "substitution") {
    if (what.absent) withoutOld(everybody, what.old, host);
    return everybody.add(toHex(what.key));
  }
  if (what.kind === "player_and_dice") {
    return withoutOld(everybody, what.old, host).add(toHex(what.key));
  }
  if (what.kind === "withdrawal") return new Set([toHex(what.by)]);
  if (what.kind === "key_change") {
    if (!what.lost) return new Set([toHex(what.old), toHex(what.key)]);
    return withoutOld(everybody, what.old, host).add(toHex(what.key));
  }
  return everybody;
}

/** Not the one whose seat or key it is but the host, unless that is the same key. */
function withoutOld(keys, old, host) {
  keys.add(toHex(host));
  keys.delete(toHex(old));
  return keys;
}

/** That every consent in a file names this proposal and its game. Throws Refused. */
export function checkAnswers({ proposal, consents, digest }) {
  for (const { fields } of consents) {
    demand(sameBytes(fields.game, proposal.fields.game), "consent-wrong-game");
    demand(sameBytes(fields.proposal, digest), "consent-other-proposal");
  }
}

/** A3 to A11 against a `Game` (chain.js). Throws Refused. */
export async function checkAgreement(agreed, game, prev) {
  const { proposal, consents, what, digest } = agreed;
  const { fields } = proposal;
  demand(sameBytes(fields.game, game.genesis.game), "proposal-wrong-game");
  demand(game.headsSeen.has(toHex(fields.head)), "proposal-other-history");
  if (what.kind === "edit" || what.kind === "take_back") {
    demand(sameBytes(fields.head, prev), "proposal-old-head");
  }
  demand(game.turn <= fields.until, "proposal-lapsed");
  demand(!game.agreed.has(toHex(digest)), "agreement-twice");
  demand(!game.withdrawn.has(toHex(digest) + toHex(proposal.signer)), "proposal-withdrawn");
  demand(await fitsGame(what, game), "agreement-unfit");
  const wanted = mustConsent(what, game.seated(), game.hostKey);
  demand(wanted.has(toHex(proposal.signer)), "proposal-wrong-signer");
  const given = new Set([toHex(proposal.signer)]);
  for (const consent of consents) {
    demand(sameBytes(consent.fields.game, game.genesis.game), "consent-wrong-game");
    demand(sameBytes(consent.fields.proposal, digest), "consent-other-proposal");
    const key = toHex(consent.signer);
    demand(wanted.has(key), "consent-wrong-signer");
    demand(!given.has(key), "consent-doubled");
    given.add(key);
  }
  demand(given.size === wanted.size, "consent-missing");
  if (["substitution", "player_and_dice"].includes(what.kind) && game.genesis.mode === "mail") {
    game.checkPin(game.names, what.player, what.key);
  }
}

/** A12: what the authorities say of the turn, in a game with a pace. `authorities` are those after
 * the agreement. The last number of a turn that does not count although this log does not have it,
 * 0 for none. Throws Refused. */
export async function checkWord(what, { states, statements }, authorities, game) {
  const isSilent = ["surrender", "draw", "withdrawal"].includes(what.kind) || what.lost === false;
  const wanted = isSilent || game.genesis.pace === null ? [] : authorities;
  demand(states.length === wanted.length, "agreement-unfit");
  demand(wanted.length > 0 || statements.length === 0, "agreement-unfit");
  const seated = game.seated();
  const isPutOut = (["forfeit", "player_and_dice"].includes(what.kind) || Boolean(what.absent)
    || Boolean(what.lost))
    && [...seated.values()].some((key) => sameBytes(key, what.old));
  const said = await openStates(states, statements, wanted);
  const nation = said[0]?.fields.nation;
  const isTaken = !isPutOut || what.kind === "key_change"
    || (what.nations ?? what.seats).includes(nation);
  let last = 0;
  for (const [at, { fields, signer }] of said.entries()) {
    demand(sameBytes(signer, wanted[at].key), "agreement-unfit");
    demand(sameBytes(fields.game, game.genesis.game), "agreement-unfit");
    demand(fields.turn === game.turn + 1 && fields.nation === nation, "agreement-unfit");
    const key = seated.get(nation);
    demand(key !== undefined && isTaken, "agreement-unfit");
    demand(!isPutOut || (sameBytes(key, what.old) && fields.shown === 0), "agreement-unfit");
    if (isPutOut) last = Math.max(last, fields.last);
  }
  return last;
}

/** What is said of a turn, and the statements about newer keys, which hold from then on. */
async function openStates(states, statements, authorities) {
  try {
    applyStatements(await openStatements(statements), authorities);
    const said = [];
    for (const data of states) {
      const one = openEnvelope(data, 512, ["turn_state"]);
      said.push({ ...one, signer: await signerOf(one) });
    }
    return said;
  } catch (error) {
    throw error instanceof Refused ? new Refused("agreement-unfit") : error;
  }
}

/** A7. */
async function fitsGame(what, game) {
  const seated = game.seated();
  switch (what.kind) {
    case "take_back":
      return what.record >= game.startRecord && what.record < game.heads.length
        && !game.isTakenBack(what.record) && sameBytes(game.heads[what.record], what.to);
    case "surrender": return what.nations.every((nation) => seated.has(nation));
    case "forfeit":
      return game.genesis.pace?.get("afterwards") === "forfeit"
        && what.nations.every((nation) => seated.has(nation))
        && what.nations.some((nation) => sameBytes(seated.get(nation), what.old));
    case "substitution": return fitsSeats(what, game);
    case "player_and_dice":
      return [...seated].every(([seat, key]) => !sameBytes(key, what.old) || what.seats.includes(seat))
        && game.authorities.length === 2 && fitsSeats(what, game) && fitsDice(what, game);
    case "withdrawal":
      return !game.agreed.has(toHex(what.proposal))
        && (game.isPlayersKey(what.by) || sameBytes(game.hostKey, what.by));
    case "key_change": {
      const isInUse = (key) => game.isPlayersKey(key) || sameBytes(game.hostKey, key);
      return isInUse(what.old) && isSound(what.key) && !isInUse(what.key);
    }
    case "new_dice": return fitsDice(what, game);
    case "void_roll": return isLost(what.index, game);
    case "void_turn": return what.turn === game.turn + 1;
    default: return true;
  }
}

/** Whether the rolls from the next one to this number may be lost. */
function isLost(last, game) {
  return last > game.rolls.length && last <= game.rolls.length + 1000;
}

/** A7 of seats that somebody takes from whoever holds them. */
function fitsSeats(what, game) {
  const seated = game.seated();
  const known = game.keys.get(what.player);
  return what.seats.every((seat) => seated.has(seat) && sameBytes(seated.get(seat), what.old))
    && isSound(what.key) && !sameBytes(what.key, what.old)
    && (known ? sameBytes(known, what.key) : !game.isPlayersKey(what.key));
}

/** A7 of an authority that replaces another one. */
async function fitsDice(what, game) {
  const { authorities, genesis, hostKey } = game;
  if (what.given_up && !isLost(what.given_up, game)) return false;
  if (what.which >= authorities.length || what.address.startsWith("rehearsal:")) return false;
  let commitment;
  try {
    commitment = await openCommitment(what.commitment);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return false;
  }
  const { fields, signer } = commitment;
  const before = what.which ? authorities[0].keys[0] : null;
  return genesis.mode !== "rehearsal" && fields.proof === "committed"
    && sameBytes(fields.game, genesis.game)
    && [genesis.host_key, hostKey, ...game.seated().values()].some((key) => sameBytes(fields.host, key))
    && fields.first === game.rolls.length + 1
    && (before ? fields.before !== null && sameBytes(fields.before, before) : fields.before === null)
    && !authorities.some((one) => sameBytes(one.key, signer));
}
