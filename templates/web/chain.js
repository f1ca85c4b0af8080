// The chain of records: docs/formats/save-v1.md, section "Verification", and the rolls and
// closings of dice-v1.md (R3 to R10, C3 to C7) and the agreements of consent-v1.md. It does not play
// the game.

import { Refused, demand, sameBytes, tagHash, toHex } from "./bytes.js";
import { CARD, PROPOSAL, SAVE, bodyLimit, recordLimit, unpack } from "./container.js";
import { checkAgreement, checkAnswers, checkWord, openAgreement } from "./consent.js";
import { Authority, applyStatements, openClosing, openCommitment, openReceipt, openRequest, openSeated,
  openStatements, requestHash, rollDice } from "./dice.js";
import { checkScenario, isSound, openEnvelope, openRecord, signerOf } from "./envelope.js";
import { encode } from "./msgpack.js";
import { Packed, isPacked } from "./packing.js";

const MAX_RECORDS = 100_000;
const RESERVE = 2_000; // the last records: for ends of turns and agreements that all sign
const AGREEMENTS = 1_000; // that all sign, or all but one
// Of a turn; notes and absences, and agreements that are one player's own matter, of each player.
const OF_TURN = {
  actions: 5_000, dice: 50_000, records: 2_000, bytes: 262_144, rolls: 1_000, notes: 100, agreements: 4,
};
const BYTES = 12_582_912; // of bodies that one player may add, in a log
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
    this.withdrawn = new Set(); // the same of those that were withdrawn, with the key that did it
    this.cuts = []; // [first, last] record of every stretch that was taken back
    this.again = []; // [record, record of the roll that came again there]
    this.free = []; // the rolls that were taken back and have not come again since, in order
    this.rolls = []; // what each roll was, and its bytes
    this.closings = []; // likewise for the ends of turns
    this.authorities = [];
    this.former = [];
    this.dice = 0;
    this.turn = 0; // number of the last turn that ended
    this.spent = nothing(); // in the turn under way
    this.bytes = 0; // of the log
    this.agreements = 0; // that all signed, or all but one
    this.time = 0;
  }

  /** Check the next single record and take it up; what it is, for a line to show. Throws Refused. */
  async add(index, data) {
    demand(data.length <= recordLimit(index), "too-large");
    const opened = openRecord(data, 1 << 20);
    const { kind, attached } = opened;
    opened.key = await signerOf(opened);
    const inside = await this.openInside(opened);
    const name = kind === "turn_end" ? "closings" : "receipts";
    const receipts = [];
    for (const one of attached[name] ?? []) {
      receipts.push(await (kind === "turn_end" ? openClosing : openReceipt)(one));
    }
    for (const one of attached.seated ?? []) receipts.push(await openSeated(one));
    const statements = await openStatements(attached.statements ?? []);
    demand(this.stage === (STAGES[kind] ?? 2), "wrong-stage");
    demand(kind !== "turn_end", "wrong-stage"); // a closed turn is packed
    this.countRecord(opened, index);
    opened.seeds = [];
    if (kind === "request" || kind === "void") {
      if (kind === "void") this.follow(opened);
      applyStatements(statements, this.authorities);
      demand(receipts.length === this.authorities.length, "receipt-missing");
      receipts.forEach((receipt, at) =>
        demand(sameBytes(receipt.signer, this.authorities[at].key), "receipt-wrong-authority"));
      opened.seeds = receipts.map((receipt) => receipt.fields.seed);
    }
    return this.take(index, opened, inside, receipts);
  }

  /** The packed turns, all of them; their lines go to `lines` one by one. Throws Refused. */
  async addPacked(index, frame, lines, step) {
    let at = index;
    try {
      demand(this.stage === 2 && index === this.startRecord + 1, "wrong-stage");
      const packed = new Packed(frame, this.authorities.length, this.time);
      demand(index + packed.kinds.length <= MAX_RECORDS, "too-large");
      await packed.openSeeds();
      for (let place = 0; place < packed.kinds.length; place += 1, at = index + place) {
        const opened = await packed.record(place, await this.place());
        demand(opened.body.length <= 1 << 20, "too-large");
        if (opened.signatures.length) await signerOf(opened);
        const inside = await this.openInside(opened);
        const statements = await openStatements(packed.statements(place));
        this.countRecord(opened, at);
        if (opened.kind === "turn_end" || opened.kind === "void") this.follow(opened);
        applyStatements(statements, this.authorities);
        if (opened.kind === "turn_end") await this.closeTurn(opened, packed, packed.turnOf[place], at);
        lines.push(await this.take(at, opened, inside, []));
        if (place % 50 === 0) await step(at, index + packed.kinds.length);
      }
    } catch (error) {
      throw error instanceof Refused ? new Refused(error.code, at) : error;
    }
    return at;
  }

  /** What records say about the log before them. */
  async place() {
    return {
      head: this.head, game: this.genesis.game, index: this.rolls.length + 1, turn: this.turn + 1,
      seats: await tagHash("seats", encode(this.seated())),
    };
  }

  /** What is inside a record: the request of a void one, or what an agreement consents to. */
  async openInside({ kind, fields }) {
    if (kind === "void") return openRequest(fields.request);
    return kind === "agreement" ? openAgreement(fields.proposal, fields.consents) : null;
  }

  /** Steps 5 and 6 of a record whose form and signatures are right. */
  async take(index, opened, inside, receipts) {
    const { kind, fields, key: signer, body, seeds } = opened;
    const line = { index, kind, fields, signer, content: opened.content, agreed: null };
    if (kind === "genesis") await this.addGenesis(fields, signer, opened.attached.scenario);
    else if (kind === "join") await this.addJoin(fields, signer, body);
    else if (kind === "start") {
      this.addStart(fields, signer, index);
      await this.checkSeated(receipts);
    }
    else if (kind === "request" || kind === "void") {
      await this.addRoll(opened, kind === "void" ? inside : opened, receipts, index);
      line.request = kind === "void" ? inside.fields : fields;
    } else if (kind === "agreement") {
      demand(sameBytes(fields.prev, this.head), "broken-link");
      line.agreed = inside;
      await this.addAgreement(inside, opened, index);
    } else if (kind !== "turn_end") {
      this.follow(opened);
      if (kind === "orders") {
        this.spend("actions", fields.actions.length);
      }
      if (kind === "note" || kind === "absence") this.spendOf("notes", signer);
      if (kind === "roll_again") this.addAgain(fields, index);
    }
    this.head = kind === "genesis"
      ? await tagHash("genesis", body) : await tagHash("head", this.head, body, ...seeds);
    if (kind === "genesis") this.genesisHead = this.head;
    this.heads.push(this.head);
    this.headsSeen.add(toHex(this.head));
    this.time = opened.content?.time ?? fields.time ?? this.time;
    line.player = this.playerOf(signer);
    return line;
  }

  spend(what, count) {
    this.spent[what] += count;
    demand(this.spent[what] <= OF_TURN[what], `too-many-${what}`);
  }

  spendOf(what, key) {
    const count = (this.spent[what].get(toHex(key)) ?? 0) + 1;
    demand(count <= OF_TURN[what], `too-many-${what}`);
    this.spent[what].set(toHex(key), count);
  }

  /** Section "Quotas": the records of a turn, and the share that the end of the game has. */
  countRecord({ kind, body }, index) {
    if (kind === "agreement" || kind === "turn_end" || this.stage < 2) return;
    this.countBytes(body, index);
    if (kind === "void") return;
    this.spend("records", 1);
    this.spend("bytes", body.length);
    if (kind === "request") this.spend("rolls", 1);
  }

  /** What is left of a log when one player may add no more. */
  countBytes(body, index) {
    demand(index < MAX_RECORDS - RESERVE, "too-many-records");
    this.bytes += body.length;
    demand(this.bytes <= BYTES, "too-many-bytes");
  }

  /** The same for agreements, which all sign, or which are the matter of one player. */
  countAgreement({ what, proposal }, body, index) {
    const isOwn = what.kind === "key_change" && !what.lost;
    if (isOwn || ["surrender", "withdrawal"].includes(what.kind)) {
      this.spendOf("agreements", isOwn ? what.old : what.by ?? proposal.signer);
      this.countBytes(body, index);
      this.spend("bytes", body.length);
      return;
    }
    this.agreements += 1;
    demand(this.agreements <= AGREEMENTS, "too-many-agreements");
  }

  /** The link to the record before, and the seat of whoever signed. */
  follow({ fields, key }) {
    if (fields.prev) demand(sameBytes(fields.prev, this.head), "broken-link");
    this.checkSeat(fields.nation, key);
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

  async addGenesis(fields, signer, scenario) {
    const { host, host_key: hostKey, mode, players } = fields;
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
    const isGuest = ([player, key]) => player !== host && key !== null;
    demand(mode !== "mail" || fields.pace === null || ![...players].some(isGuest), "wrong-seats");
    const isFull = ![...this.seats.values(), ...players.values()].includes(null);
    demand(mode === "mail" || isFull, "wrong-seats");
    const signs = [mode === "rehearsal"];
    for (const named of fields.dice) {
      const commitment = await openCommitment(named.get("commitment"));
      const promised = commitment.fields;
      demand(sameBytes(promised.game, fields.game) && sameBytes(promised.host, hostKey)
        && promised.first === 1, "commitment-wrong-game");
      const before = this.authorities[0]?.key ?? null;
      if (before) demand(!sameBytes(commitment.signer, before), "commitment-twice");
      demand(sameKey(promised.before, before), "commitment-wrong-order");
      this.authorities.push(new Authority(commitment, named.get("address")));
      signs.push(promised.proof === "rehearsal", named.get("address").startsWith("rehearsal:"));
    }
    demand(new Set(signs).size === 1, "commitment-wrong-mode");
    demand(mode !== "rehearsal" || this.authorities.length === 1, "commitment-wrong-mode");
    if (scenario) {
      checkScenario(scenario);
      demand(sameBytes(await tagHash("scenario", scenario), fields.scenario), "scenario-differs");
    }
    this.checkPin(this.names, host, hostKey);
    for (const { address, key } of this.authorities) {
      if (/^https?:\/\//.test(address)) this.checkPin(this.servers, address, key);
    }
    if (mode === "mail") {
      for (const [name, key] of this.keys) this.checkPin(this.names, name, key);
    }
    this.genesis = fields;
    this.hostKey = hostKey;
    this.everyone.push(...this.keys);
    this.stage = 1;
  }

  async addJoin(fields, signer, body) {
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
    this.joins.push(await tagHash("join", body));
  }

  addStart(fields, signer, index) {
    demand(sameBytes(fields.prev, this.head), "broken-link");
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

  /** Since when each authority knows the seats, in a game with a pace. */
  async checkSeated(seated) {
    if (this.genesis.pace === null) return demand(seated.length === 0, "wrong-shape");
    demand(seated.length === this.authorities.length, "seated-missing");
    const seats = await tagHash("seats", encode(this.seated()));
    for (const [at, { fields, signer }] of seated.entries()) {
      demand(sameBytes(signer, this.authorities[at].key), "seated-wrong-authority");
      demand(sameBytes(fields.game, this.genesis.game) && sameBytes(fields.seats, seats),
        "seated-unfit");
    }
    return true;
  }

  /** R4 to R10 of a roll, or V2 to V4 of a void record, whose `request` is inside. */
  async addRoll(opened, request, receipts, index) {
    const asked = request.fields;
    const isVoid = request !== opened;
    demand(sameBytes(asked.game, this.genesis.game), "roll-wrong-game");
    demand(asked.index === this.rolls.length + 1, "roll-wrong-index");
    demand(this.authorities.every((one) => one.reaches(asked.index)), "chain-exhausted");
    const signer = isVoid ? request.signer : opened.key;
    if (isVoid) {
      demand(this.hasHeld(asked.nation, signer), "request-wrong-signer");
    } else {
      demand(sameBytes(asked.head, this.head), "roll-wrong-head");
      demand(this.isSeatKey(asked.nation, signer), "request-wrong-signer");
    }
    const hash = await requestHash(request.body);
    demand(receipts.every((one) => sameBytes(one.fields.request, hash)), "receipt-other-request");
    for (const [at, one] of this.authorities.entries()) await one.open(opened.seeds[at], request.body);
    const content = contentOf(asked);
    if (!isVoid) {
      demand(!this.free.some((roll) => contentOf(roll.asked) === content), "roll-drawn-before");
      this.spend("dice", asked.count);
      this.dice += asked.count;
    }
    const dice = isVoid ? [] : await rollDice(opened.seeds, request.body, asked.count, asked.sides);
    this.rolls.push({
      asked, dice, isVoid, body: request.body, seeds: opened.seeds, player: this.playerOf(signer),
      turn: this.turn + 1, at: index, mover: opened.fields.nation,
    });
  }

  /** Section "Verification of a closing" for a packed turn: each authority has signed this end, after
   * these requests. */
  async closeTurn(opened, packed, turn, index) {
    const request = await requestHash(opened.body);
    for (const [at, one] of this.authorities.entries()) {
      const { time, signature } = packed.closing(turn, at);
      const body = encode({ answered: one.answered, kind: "closed", request, time });
      try {
        await signerOf({ kind: "closed", body, signatures: [[one.key, signature]] });
      } catch (error) {
        throw error instanceof Refused ? new Refused("closing-bad-signature") : error;
      }
    }
    const { content } = opened;
    this.closings.push({ asked: opened.fields, body: opened.body, index, message: content.message });
    this.turn = opened.fields.turn;
    this.spent = nothing();
  }

  async addAgreement(agreed, { key: signer, fields, body }, index) {
    demand(this.isPlayersKey(signer) || sameBytes(signer, this.hostKey), "unknown-key");
    this.countAgreement(agreed, body, index);
    await checkAgreement(agreed, this, fields.prev);
    const { what } = agreed;
    const authorities = [...this.authorities];
    const isOfDice = ["new_dice", "player_and_dice"].includes(what.kind);
    if (isOfDice) {
      const commitment = await openCommitment(what.commitment);
      authorities[what.which] = new Authority(commitment, what.address);
    }
    this.turn = Math.max(this.turn, await checkWord(what, fields, authorities, this));
    this.agreed.add(toHex(agreed.digest));
    if (what.kind === "take_back") this.takeBack(what.record, index);
    if (what.kind === "key_change") this.changeKey(what.old, what.key);
    if (what.kind === "withdrawal") this.withdrawn.add(toHex(what.proposal) + toHex(what.by));
    if (isOfDice) this.former.push(this.authorities[what.which]);
    if (["substitution", "player_and_dice"].includes(what.kind)) this.substitute(what);
    if (what.kind === "void_turn") this.turn = what.turn;
    this.authorities = authorities;
  }

  takeBack(record, index) {
    this.cuts = this.cuts.filter(([first]) => first <= record);
    if (record + 1 < index) this.cuts.push([record + 1, index - 1]);
    this.noteFree();
  }

  changeKey(old, key) {
    for (const counts of [this.spent.notes, this.spent.agreements]) {
      const count = counts.get(toHex(old));
      counts.delete(toHex(old));
      if (count) counts.set(toHex(key), count);
    }
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
    this.free = this.rolls.filter((roll) =>
      !roll.isVoid && this.isTakenBack(roll.at) && !used.has(roll.at));
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

/** What is used up at the beginning of a turn. */
function nothing() {
  return { actions: 0, dice: 0, records: 0, bytes: 0, rolls: 0, notes: new Map(), agreements: new Map() };
}

/** Whether two keys are the same, or both nil. */
function sameKey(one, other) {
  return one === null || other === null ? one === other : sameBytes(one, other);
}

/** What a roll was asked for, apart from its place in the game. */
function contentOf(asked) {
  const { nation, phase, where, round, side, step, count, sides } = asked;
  return JSON.stringify([nation, phase, where, round, side, step, count, sides]);
}

/** Verify a file of a kind. Never throws Refused: `error` is the Refused, or null; `lines` are the
 * records that were checked, `total` how many there are; `game` is the Game of a save. `step` is
 * called now and then with how many records are done. */
export async function verifyFile(data, want = SAVE, pins = {}, step = async (_done, _total) => {}) {
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

async function verifyLog(frames, pins, report, step) {
  report.game = new Game(pins);
  let index = 0;
  for (const frame of frames) {
    if (isPacked(frame)) {
      index = await report.game.addPacked(index, frame, report.lines, step);
      continue;
    }
    try {
      demand(index < MAX_RECORDS, "too-large");
      report.lines.push(await report.game.add(index, frame));
    } catch (error) {
      throw error instanceof Refused ? new Refused(error.code, index) : error;
    }
    index += 1;
    if (index % 50 === 0) await step(index, Math.max(index, report.total));
  }
  report.total = index;
}

/** A proposal and the consents to it: consent-v1.md, section "The file". */
async function verifyProposal(records) {
  const [proposal, ...consents] = records;
  const agreed = await openAgreement(proposal, consents);
  checkAnswers(agreed);
  return { index: 0, kind: "proposal", agreed, signer: agreed.proposal.signer };
}

/** A join answer or an address card, which is one record. */
async function verifyAlone(record, want) {
  const opened = openEnvelope(record, bodyLimit(want), [want === CARD ? "card" : "join"]);
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
