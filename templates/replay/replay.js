// The page of a whole game: one step after another, forwards and backwards.

import { Positions, touches, unpackFilm } from "./replay_data.js";
import { graphsOf, legendOf } from "./replay_graphs.js";
import { Board } from "./replay_map.js";
import { areaWords, diceOf, luckTables, messagesOf } from "./replay_panels.js";
import { prove } from "./replay_proof.js";
import { byId, element, foreign } from "./view.js";
import { plural } from "./words.js";

const MOST_LISTED = 400;

class Player {
  constructor(film) {
    this.film = film;
    this.positions = new Positions(film);
    this.last = film.steps.length;
    this.index = 0;
    this.area = -1;
    this.timer = null;
    this.matching = null; // the positions that pass the filter; null for all
    this.listed = null;
    this.board = new Board(byId("map"), film, (area) => this.chooseArea(area));
    this.drawGraphs(false);
    byId("by-side").addEventListener("change", () => this.drawGraphs(byId("by-side").checked));
    byId("by-side").parentElement.hidden = !film.sides.length;
    byId("luck").append(...luckTables(film.luck));
    byId("messages").append(...messagesOf(film, (turn) => this.go(this.endOf(turn))));
    this.fillChoices();
    this.listen();
    if (innerWidth < 560) this.board.pane.zoom(1 / 0.36);
    this.go(0);
  }

  drawGraphs(isBySide) {
    this.graphs = graphsOf(this.film, isBySide);
    byId("legend").replaceChildren(legendOf(this.film, isBySide));
    byId("graphs").replaceChildren(...this.graphs.figures);
    const step = this.film.steps[this.index - 1];
    this.graphs.move(step ? step.t : 0);
  }

  fillChoices() {
    const { film } = this;
    byId("slider").max = this.last;
    byId("turn").append(...film.turns.map((turn, at) => element("option", { value: at }, `${at + 1}: round ${turn.r}, ${turn.n}`)));
    const seen = [...new Set(film.turns.map((turn) => turn.n))];
    byId("by-nation").append(...seen.map((name) => element("option", { value: name }, name)));
    const named = film.areas.map((area, at) => [area.n, at]).sort((one, other) => one[0].localeCompare(other[0], "en", { numeric: true }));
    byId("by-area").append(...named.map(([name, at]) => element("option", { value: at }, name)));
  }

  listen() {
    const on = (id, name, act) => byId(id).addEventListener(name, act);
    on("slider", "input", () => { this.stop(); this.go(Number(byId("slider").value)); });
    on("turn", "change", () => { this.stop(); this.go(this.startOf(Number(byId("turn").value))); });
    on("step-on", "click", () => { this.stop(); this.step(1); });
    on("step-back", "click", () => { this.stop(); this.step(-1); });
    on("turn-on", "click", () => { this.stop(); this.turn(1); });
    on("turn-back", "click", () => { this.stop(); this.turn(-1); });
    on("play", "click", () => (this.timer === null ? this.play() : this.stop()));
    on("zoom-in", "click", () => this.board.pane.zoom(1.4));
    on("zoom-out", "click", () => this.board.pane.zoom(1 / 1.4));
    on("zoom-all", "click", () => this.board.pane.all());
    on("by-nation", "change", () => this.filter());
    on("by-area", "change", () => { this.filter(); this.chooseArea(Number(byId("by-area").value)); });
    on("list", "toggle", () => this.showList());
    document.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const { target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("select, textarea, input:not(#slider)")) return;
    const acts = {
      ArrowRight: () => this.step(1), ArrowLeft: () => this.step(-1),
      PageDown: () => this.turn(1), PageUp: () => this.turn(-1),
      Home: () => this.go(0), End: () => this.go(this.last),
      "+": () => this.board.pane.zoom(1.4), "-": () => this.board.pane.zoom(1 / 1.4), 0: () => this.board.pane.all(),
    };
    if (event.key === "p" || event.key === "P") {
      if (this.timer === null) this.play();
      else this.stop();
    } else if (acts[event.key]) {
      this.stop();
      acts[event.key]();
    } else {
      return;
    }
    event.preventDefault();
  }

  startOf(turn) {
    const first = this.film.steps.findIndex((step) => step.t >= turn);
    return first < 0 ? this.last : first;
  }

  endOf(turn) {
    return this.startOf(turn + 1);
  }

  get turnNow() {
    return this.index === 0 ? 0 : this.film.steps[this.index - 1].t;
  }

  turn(by) {
    const now = this.turnNow;
    this.go(by > 0 ? this.endOf(now) + (this.endOf(now) === this.index ? 1 : 0) : this.startOf(now) === this.index
      || this.index === 0 ? this.startOf(now - 1) : this.startOf(now));
  }

  step(by) {
    if (this.matching === null) {
      this.go(this.index + by);
      return true;
    }
    const next = by > 0 ? this.matching.find((at) => at > this.index) : this.matching.findLast((at) => at < this.index);
    if (next !== undefined) this.go(next);
    return next !== undefined;
  }

  play() {
    if (this.index === this.last) this.go(0);
    byId("play").textContent = "Pause";
    byId("play").setAttribute("aria-pressed", "true");
    byId("now").setAttribute("aria-live", "off");
    const tick = () => {
      if (this.index === this.last || !this.step(1)) {
        this.stop();
        return;
      }
      this.timer = setTimeout(tick, Number(byId("speed").value));
    };
    this.timer = setTimeout(tick, 0);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = null;
    byId("play").textContent = "Play";
    byId("play").setAttribute("aria-pressed", "false");
    byId("now").setAttribute("aria-live", "polite");
  }

  filter() {
    const nation = byId("by-nation").value;
    const area = Number(byId("by-area").value);
    this.matching = null;
    byId("matches").textContent = "";
    if (nation !== "-1" || area >= 0) {
      const fits = (step) => (nation === "-1" || this.film.turns[step.t]?.n === nation) && (area < 0 || touches(step, area));
      this.matching = this.film.steps.flatMap((step, at) => (fits(step) ? [at + 1] : []));
      byId("matches").textContent = `${plural(this.matching.length, "step matches", "steps match")}`;
    }
    this.listed = null;
    this.showList();
  }

  chooseArea(area) {
    this.area = area;
    this.board.choose(area);
    byId("area").textContent = area < 0 ? "" : areaWords(this.film, this.now, area);
  }

  /** Shows the position after a number of steps. */
  go(index) {
    this.index = Math.min(Math.max(index, 0), this.last);
    const step = this.index ? this.film.steps[this.index - 1] : null;
    const first = this.startOf(this.turnNow);
    this.now = this.positions.at(this.index);
    this.board.show(this.now);
    const before = this.film.steps.slice(first, Math.max(first, this.index - 1)).flatMap((one) => one.p ?? []);
    this.board.tell(step ? before : [], step);
    if (byId("follow").checked && step) this.board.follow([...(step.p ?? []).flat(), ...(step.a >= 0 ? [step.a] : [])]);
    this.say(step, first);
    this.chooseArea(this.area);
    this.graphs.move(step ? step.t : 0);
    document.documentElement.dataset.step = step ? step.n : 0;
  }

  say(step, first) {
    const turn = this.film.turns[this.turnNow];
    const count = this.endOf(this.turnNow) - first;
    const where = turn ? [`Turn ${this.turnNow + 1} of ${this.film.turns.length}, round ${turn.r}, `, foreign(turn.n),
      turn.p ? [" (", foreign(turn.p), ")"] : null, step ? `: step ${this.index - first} of ${count}` : ""] : ["The start"];
    byId("where").replaceChildren(...element("span", {}, where.flat()).childNodes);
    const place = step?.a >= 0 ? this.film.areas[step.a].n : "";
    byId("what").textContent = step?.v ? `Dice in ${place}` : step ? step.w : "The game begins.";
    byId("dice").replaceChildren(...(step ? diceOf(this.film, step) : []));
    byId("then").replaceChildren(...(step?.l ?? []).map((line) => element("li", {}, line)));
    const slider = byId("slider");
    slider.value = this.index;
    slider.setAttribute("aria-valuetext", `${byId("where").textContent}. ${byId("what").textContent}`);
    if (turn) byId("turn").value = this.turnNow;
    this.showList();
  }

  showList() {
    if (!byId("list").open) return;
    const wanted = this.matching === null ? `turn ${this.turnNow}` : "matches";
    if (this.listed !== wanted) {
      this.listed = wanted;
      const first = this.startOf(this.turnNow);
      const all = this.matching ?? Array.from({ length: this.endOf(this.turnNow) - first }, (_, at) => first + at + 1);
      byId("list").querySelector("summary").textContent = this.matching === null ? "Steps of this turn" : "Steps that match";
      byId("steps").replaceChildren(...all.slice(0, MOST_LISTED).map((at) => {
        const step = this.film.steps[at - 1];
        const button = element("button", { type: "button", "data-at": at }, step.w);
        button.addEventListener("click", () => { this.stop(); this.go(at); });
        return element("li", { value: step.n }, button);
      }));
    }
    for (const button of byId("steps").querySelectorAll("button")) {
      const isNow = Number(button.dataset.at) === this.index;
      if (isNow) {
        button.setAttribute("aria-current", "step");
        byId("steps").scrollTop += button.getBoundingClientRect().top - byId("steps").getBoundingClientRect().top - 60;
      } else {
        button.removeAttribute("aria-current");
      }
    }
  }
}

const film = await unpackFilm(byId("film-data").textContent);
byId("film").hidden = false;
globalThis.replay = new Player(film);
document.documentElement.dataset.ready = "yes";
const verdictLine = byId("verdict");
verdictLine.textContent = "Verifying signatures and dice in this browser…";
const verdict = await prove(film, byId("save").textContent, byId("result"));
verdictLine.textContent = verdict.text;
verdictLine.classList.add(verdict.tone);
document.documentElement.dataset.proven = verdict.tone;
