// The chain of records: docs/formats/save-v1.md, section "Verification", and the rolls and
// closings of dice-v1.md (R3 to R10, C3 to C9) and the agreements of consent-v1.md. It does not play
// the game.

import { Refused, demand, sameBytes, tagHash, toHex } from "./bytes.js";
import { JOIN, PROPOSAL, SAVE, bodyLimit, unpack } from "./container.js";
import { checkAgreement, checkAnswers, openAgreement } from "./consent.js";
import { checkDice, openClosing, openCommitment, openRequest, previousSeed } from "./dice.js";
import { RECORDS, isSound, openEnvelope, signerOf } from "./envelope.js";

const STAGES = { genesis: 0, join: 1, start: 1 }; // all others 2

/** A game as far as its log has been checked. `names` and `servers` are pinned keys, as hex. */
export class Game {
  constructor(pins = {}) {
    this.names = new Map(Object.entries(pins.names ?? {}));
    this.servers = new Map(Object.entries(pins.servers ?? {}));
    this.stage = 0;
    this.head = new Uint8Array(0);
    this.keys = new Map(); // player -> key
    this.seats = new Map(); // nation -> player or null
    this.everyone = []; // [player, key] of everybody who has ever had a part, in order
    this.held = new Set(); // nation and key of everybody who has ever held a seat
    this.joins = [];
    this.heads = []; // after each record
    this.headsSeen = new Set(); // the same, as hex
    this.agreed = new Set(); // digests of the proposals that were agreed to, as hex
    this.cuts = []; // [first, last] record of every stretch that was taken back
    this.again = []; // [record, record of the roll that came again there]
    this.free = []; // the rolls that were taken back and have not come again since, in order
    this.rolls = []; // what each roll was, and its bytes
    this.closings = []; // likewise for the ends of turns
    this.dice = 0;
    this.time = 0;
  }

  /** Check the next record and take it up; what it is, for a line to show. Throws Refused. */
  async add(index, record) {
    const opened = openEnvelope(record, bodyLimit(index, SAVE), RECORDS);
    const signer = await signerOf(opened);
    const { kind, fields } = opened;
    const request = kind === "roll" ? await openRequest(fields.request) : null;
    const closed = kind === "turn_end" ? await openClosing(fields.closing) : null;
    const agreed = kind === "agreement"
      ? await openAgreement(fields.proposal, fields.consents) : null;
    demand(this.stage === (STAGES[kind] ?? 2), "wrong-stage");
    if (fields.prev) demand(sameBytes(fields.prev, this.head), "broken-link");
    const line = { index, kind, fields, signer, request: request?.fields, agreed };
    if (kind === "genesis") await this.addGenesis(fields, signer);
    else if (kind === "join") await this.addJoin(fields, signer, record);
    else if (kind === "start") this.addStart(fields, signer, index);
    else if (kind === "roll") await this.addRoll(opened, signer, request, record, index);
    else if (kind === "agreement") this.addAgreement(agreed, signer, fields.prev, index);
    else {
      this.checkSeat(fields.nation, signer);
      if (kind === "turn_end") this.addClosing(fields, closed, index);
      if (kind === "roll_again") this.addAgain(fields, index);
    }
    this.head = kind === "genesis"
      ? await tagHash("genesis", record) : await tagHash("head", this.head, record);
    if (kind === "genesis") this.genesisHead = this.head;
    this.heads.push(this.head);
    this.headsSeen.add(toHex(this.head));
    this.time = fields.time ?? this.time;
    line.player = this.playerOf(signer);
    return line;
  }

  /** Whose key it is or was, the host's included; null for a stranger's. */
  playerOf(key) {
    const { host, host_key: first } = this.genesis;
    const known = [...this.keys, ...this.everyone, [host, first], [host, this.hostKey]];
    return known.find(([, one]) => sameBytes(one, key))?.[0] ?? null;
  }

  isPlayersKey(key) {
    return [...this.keys.values()].some((known) => sameBytes(known, key));
  }

  /** The key of every seat, by nation. */
  seated() {
    return new Map([...this.seats].map(([nation, player]) => [nation, this.keys.get(player)]));
  }

  seatKey(nation) {
    return this.keys.get(this.seats.get(nation));
  }

  isSeatKey(nation, key) {
    const held = this.seatKey(nation);
    return held !== undefined && sameBytes(held, key);
  }

  checkSeat(nation, signer) {
    const other = this.isPlayersKey(signer) ? "wrong-seat" : "unknown-key";
    demand(this.isSeatKey(nation, signer), other);
  }

  checkPin(pins, name, key) {
    const pinned = pins.get(name);
    demand(pinned === undefined || pinned === toHex(key), "key-contradicts-keyring");
  }

  async addGenesis(fields, signer) {
    const { host, host_key: hostKey, mode, dice_address: address, players } = fields;
    demand(sameBytes(signer, hostKey), "unknown-key");
    this.seats = new Map(fields.seats);
    const holders = new Set([...this.seats.values()].filter((player) => player !== null));
    demand(holders.size === players.size && [...players.keys()].every((p) => holders.has(p)),
      "wrong-seats");
    this.keys = new Map([...players].filter(([, key]) => key !== null));
    demand([...this.keys.values()].every(isSound), "bad-key");
    if (players.has(host)) {
      demand(players.get(host) !== null && sameBytes(players.get(host), hostKey), "wrong-seats");
    }
    const isFull = ![...this.seats.values(), ...players.values()].includes(null);
    demand(mode === "mail" || isFull, "wrong-seats");
    const commitment = await openCommitment(fields.commitment);
    const promised = commitment.fields;
    demand(sameBytes(promised.game, fields.game) && sameBytes(promised.host, hostKey),
      "commitment-wrong-game");
    const signs = [mode, promised.proof, address.split(":")[0]].map((word) => word === "rehearsal");
    demand(new Set(signs).size === 1, "commitment-wrong-mode");
    this.checkPin(this.names, host, hostKey);
    if (/^https?:\/\//.test(address)) this.checkPin(this.servers, address, commitment.signer);
    if (mode === "mail") {
      for (const [name, key] of this.keys) this.checkPin(this.names, name, key);
    }
    this.genesis = fields;
    this.hostKey = hostKey;
    this.everyone.push(...this.keys);
    this.authority = commitment.signer;
    this.commitment = promised;
    this.seed = promised.anchor;
    this.stage = 1;
  }

  async addJoin(fields, signer, record) {
    demand(sameBytes(fields.genesis, this.genesisHead), "broken-link");
    demand(sameBytes(signer, fields.key), "unknown-key");
    const { player, seats } = fields;
    demand(!this.keys.has(player), "join-twice");
    const isFree = (seat) => this.seats.has(seat) && [null, player].includes(this.seats.get(seat));
    demand(seats.every(isFree), "seat-taken");
    const kept = [...this.seats].filter(([, holder]) => holder === player).map(([seat]) => seat);
    demand(kept.every((seat) => seats.includes(seat)), "wrong-seats");
    if (this.genesis.mode === "mail") this.checkPin(this.names, player, signer);
    for (const seat of seats) this.seats.set(seat, player);
    this.keys.set(player, signer);
    this.everyone.push([player, signer]);
    this.joins.push(await tagHash("join", record));
  }

  addStart(fields, signer, index) {
    const other = this.isPlayersKey(signer) ? "not-the-host" : "unknown-key";
    demand(sameBytes(signer, this.genesis.host_key), other);
    const isSame = fields.joins.length === this.joins.length
      && fields.joins.every((join, at) => sameBytes(join, this.joins[at]));
    demand(isSame, "wrong-joins");
    demand([...this.seats.values()].every((holder) => this.keys.has(holder)), "seat-open");
    this.startRecord = index;
    this.noteHolders();
    this.stage = 2;
  }

  async addRoll(receipt, signer, request, record, index) {
    const asked = request.fields;
    demand(sameBytes(signer, this.authority), "receipt-wrong-authority");
    demand(sameBytes(asked.game, this.genesis.game), "roll-wrong-game");
    demand(asked.index === this.rolls.length + 1, "roll-wrong-index");
    demand(asked.index <= this.commitment.length, "chain-exhausted");
    demand(sameBytes(asked.head, this.head), "roll-wrong-head");
    demand(this.isSeatKey(asked.nation, request.signer), "request-wrong-signer");
    const before = await previousSeed(receipt.fields.seed);
    demand(sameBytes(before, this.seed), "seed-not-in-chain");
    await checkDice(receipt, request);
    const content = contentOf(asked);
    demand(!this.free.some((roll) => contentOf(roll.asked) === content), "roll-drawn-before");
    this.seed = receipt.fields.seed;
    this.dice += asked.count;
    this.rolls.push({
      asked, dice: receipt.fields.dice, time: receipt.fields.time, record,
      player: this.playerOf(request.signer), turn: this.closings.length + 1, at: index,
    });
  }

  addClosing(fields, { receipt, request }, index) {
    const asked = request.fields;
    demand(sameBytes(receipt.signer, this.authority), "closing-wrong-authority");
    demand(sameBytes(asked.game, this.genesis.game), "closing-wrong-game");
    demand(asked.turn === this.closings.length + 1, "closing-wrong-turn");
    demand(asked.nation === fields.nation, "closing-wrong-nation");
    demand(asked.index === this.rolls.length + 1, "closing-wrong-index");
    demand(sameBytes(asked.head, fields.prev), "closing-wrong-head");
    demand(this.isSeatKey(asked.nation, request.signer), "closing-wrong-signer");
    this.closings.push({ asked, data: fields.closing, index, message: fields.message });
  }

  addAgreement(agreed, signer, prev, index) {
    demand(this.isPlayersKey(signer) || sameBytes(signer, this.hostKey), "unknown-key");
    demand(this.agreed.size < 1000, "too-large");
    checkAgreement(agreed, this, prev);
    this.agreed.add(toHex(agreed.digest));
    const { what } = agreed;
    if (what.kind === "take_back") this.takeBack(what.record, index);
    if (what.kind === "key_change") this.changeKey(what.old, what.key);
    if (what.kind === "substitution") this.substitute(what);
  }

  takeBack(record, index) {
    this.cuts = this.cuts.filter(([first]) => first <= record);
    if (record + 1 < index) this.cuts.push([record + 1, index - 1]);
    this.noteFree();
  }

  changeKey(old, key) {
    if (sameBytes(this.hostKey, old)) this.hostKey = key;
    for (const [name, known] of this.keys) {
      if (sameBytes(known, old)) {
        this.keys.set(name, key);
        this.everyone.push([name, key]);
      }
    }
    this.noteHolders();
  }

  /** A player who no longer holds a seat has no part in the game. */
  substitute(what) {
    for (const seat of what.seats) this.seats.set(seat, what.player);
    this.keys.set(what.player, what.key);
    this.everyone.push([what.player, what.key]);
    const holders = new Set(this.seats.values());
    for (const name of [...this.keys.keys()]) if (!holders.has(name)) this.keys.delete(name);
    this.noteHolders();
  }

  noteHolders() {
    for (const [nation, key] of this.seated()) this.held.add(JSON.stringify([nation, toHex(key)]));
  }

  /** Whether a key holds a seat or has held it. */
  hasHeld(nation, key) {
    return this.held.has(JSON.stringify([nation, toHex(key)]));
  }

  isTakenBack(index) {
    return this.cuts.some(([first, last]) => first <= index && index <= last);
  }

  noteFree() {
    const used = new Set(this.again.filter(([at]) => !this.isTakenBack(at)).map(([, roll]) => roll));
    this.free = this.rolls.filter((roll) => this.isTakenBack(roll.at) && !used.has(roll.at));
  }

  addAgain(fields, index) {
    const roll = this.free.find((one) => one.at === fields.record);
    demand(roll && roll.asked.nation === fields.nation, "roll-again-unfit");
    const first = this.free.find((one) => contentOf(one.asked) === contentOf(roll.asked));
    demand(first === roll, "roll-again-order");
    this.again.push([index, fields.record]);
    this.noteFree();
  }
}

/** What a roll was asked for, apart from its place in the game. */
function contentOf(asked) {
  const { nation, phase, where, round, side, step, count, sides } = asked;
  return JSON.stringify([nation, phase, where, round, side, step, count, sides]);
}

/** Verify a file of a kind. Never throws Refused: `error` is the Refused, or null; `lines` are the
 * records that were checked, `total` how many there are; `game` is the Game of a save. `step` is
 * called now and then with how many records are done. */
export async function verifyFile(data, want = SAVE, pins = {}, step = () => {}) {
  const report = { kind: want, lines: [], total: 0, game: null, error: null };
  try {
    const records = await unpack(data, want);
    report.total = records.length;
    if (want === SAVE) await verifyLog(records, pins, report, step);
    else if (want === PROPOSAL) report.lines.push(await verifyProposal(records));
    else report.lines.push(await verifyAlone(records[0], want));
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    report.error = error;
  }
  return report;
}

async function verifyLog(records, pins, report, step) {
  report.game = new Game(pins);
  for (const [index, record] of records.entries()) {
    try {
      report.lines.push(await report.game.add(index, record));
    } catch (error) {
      throw error instanceof Refused ? new Refused(error.code, index) : error;
    }
    if (index % 50 === 0) await step(index, records.length);
  }
}

/** A proposal and the consents to it: consent-v1.md, section "The file". */
async function verifyProposal([proposal, ...consents]) {
  const agreed = await openAgreement(proposal, consents);
  checkAnswers(agreed);
  return { index: 0, kind: "proposal", agreed, signer: agreed.proposal.signer };
}

/** A join answer or an address card, which is one record. */
async function verifyAlone(record, want) {
  const limit = want === JOIN ? bodyLimit(0, want) : 4096;
  const opened = openEnvelope(record, limit, [want === JOIN ? "join" : "card"]);
  const signer = await signerOf(opened);
  demand(sameBytes(signer, opened.fields.key), "unknown-key");
  return { index: 0, kind: opened.kind, fields: opened.fields, signer };
}

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Section "Fingerprints": six groups of four. */
export async function fingerprint(key) {
  const hash = await tagHash("fingerprint", key);
  const number = BigInt(`0x${toHex(hash)}`) >> 141n;
  const digits = [];
  for (let at = 22n; at >= 0n; at -= 1n) digits.push(Number((number >> (5n * at)) & 31n));
  digits.push(digits.reduce((sum, digit, at) => sum + (2 * at + 1) * digit, 0) % 32);
  return digits.map((digit) => ALPHABET[digit]).join("").match(/..../g).join("-");
}
