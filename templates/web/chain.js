// The chain of records: docs/formats/save-v1.md, section "Verification", and the rolls and
// closings of dice-v1.md (R3 to R10, C3 to C9). It does not play the game.

import { Refused, demand, sameBytes, tagHash, toHex } from "./bytes.js";
import { JOIN, SAVE, bodyLimit, unpack } from "./container.js";
import { checkDice, openClosing, openCommitment, openRequest, previousSeed } from "./dice.js";
import { RECORDS, isSound, openEnvelope, signerOf } from "./envelope.js";

const STAGES = { genesis: 0, join: 1, start: 1, orders: 2, roll: 2, turn_end: 2 };

/** A game as far as its log has been checked. `names` and `servers` are pinned keys, as hex. */
export class Game {
  constructor(pins = {}) {
    this.names = new Map(Object.entries(pins.names ?? {}));
    this.servers = new Map(Object.entries(pins.servers ?? {}));
    this.stage = 0;
    this.head = new Uint8Array(0);
    this.keys = new Map(); // player -> key
    this.seats = new Map(); // nation -> player or null
    this.joins = [];
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
    demand(this.stage === STAGES[kind], "wrong-stage");
    if (fields.prev) demand(sameBytes(fields.prev, this.head), "broken-link");
    const line = { index, kind, fields, signer, request: request?.fields };
    if (kind === "genesis") await this.addGenesis(fields, signer);
    else if (kind === "join") await this.addJoin(fields, signer, record);
    else if (kind === "start") this.addStart(fields, signer);
    else if (kind === "roll") await this.addRoll(opened, signer, request, record);
    else {
      this.checkSeat(fields.nation, signer);
      if (closed) this.addClosing(fields, closed, index);
    }
    this.head = kind === "genesis"
      ? await tagHash("genesis", record) : await tagHash("head", this.head, record);
    if (kind === "genesis") this.genesisHead = this.head;
    this.time = fields.time ?? this.time;
    line.player = this.playerOf(signer);
    return line;
  }

  playerOf(key) {
    for (const [name, known] of this.keys) if (sameBytes(known, key)) return name;
    return null;
  }

  seatKey(nation) {
    return this.keys.get(this.seats.get(nation));
  }

  isSeatKey(nation, key) {
    const held = this.seatKey(nation);
    return held !== undefined && sameBytes(held, key);
  }

  checkSeat(nation, signer) {
    const other = this.playerOf(signer) === null ? "unknown-key" : "wrong-seat";
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
    this.joins.push(await tagHash("join", record));
  }

  addStart(fields, signer) {
    const other = this.playerOf(signer) === null ? "unknown-key" : "not-the-host";
    demand(sameBytes(signer, this.genesis.host_key), other);
    const isSame = fields.joins.length === this.joins.length
      && fields.joins.every((join, at) => sameBytes(join, this.joins[at]));
    demand(isSame, "wrong-joins");
    demand([...this.seats.values()].every((holder) => this.keys.has(holder)), "seat-open");
    this.stage = 2;
  }

  async addRoll(receipt, signer, request, record) {
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
    this.seed = receipt.fields.seed;
    this.dice += asked.count;
    this.rolls.push({
      asked, dice: receipt.fields.dice, time: receipt.fields.time, record,
      player: this.playerOf(request.signer), turn: this.closings.length + 1,
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
