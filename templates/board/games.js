// My games: what waits for me, for whom the others wait, new mail, what asks for an answer.

import { act, look } from "./api.js";
import { button, byId, dateOf, el, saidOf, sentence, show, twice } from "./dom.js";
import { beginnings, choicesNow, samePicture } from "./front.js";
import { busily, complain, now } from "./table.js";
import { invitation } from "./invitation.js";
import { propose } from "./propose.js";
import { mails } from "./mails.js";
import { phone } from "./phone.js";

let said = [];

/** Draw it, unless by the time that it is there something says that it may not be. */
export async function showGames(mayDraw = () => true) {
  try {
    const [{ games }, choices] = await Promise.all([look("api/games"), choicesNow()]);
    if (isHere() && mayDraw()) render(games, choices);
  } catch (error) {
    complain(error);
  }
}

/** Whether the list is what is shown: an answer can come after the player has gone on to a game. */
const isHere = () => !now.game && location.hash.slice(1) === "";

/** Say something above the list when it is drawn next. */
export function tell(lines) {
  said = lines;
}

/** Take what was done with the list: draw it, or open the game that was begun. */
async function done(answer) {
  complain(null);
  said = answer.news;
  if (answer.is_started) location.hash = answer.founded;
  else if (isHere()) render(answer.games, await choicesNow());
}

/** Do something with the list; true when it was done. */
export const doing = (where, body = {}) => busily(async () => {
  try {
    await done(await act(where, body));
    return true;
  } catch (error) {
    if (error.code === "mail-not-configured") location.hash = "mail";
    else complain(error);
    return false;
  }
});

function render(games, choices) {
  const fetching = button("Fetch mail", () => doing("api/fetch"), { class: games.length ? "main" : "" });
  show(byId("games"),
    said.length ? saidOf(said) : "",
    games.length ? el("p", { class: "doing" }, fetching) : "",
    list("Waiting for you", games.filter(wantsYou)),
    list("Waiting for others", games.filter((game) => !wantsYou(game))),
    beginnings(choices, done),
    phone(),
    games.length ? "" : el("p", { class: "doing" }, fetching, el("span", { class: "soft" }, "takes in invitations and turns from your mailbox")));
}

function list(title, games) {
  if (!games.length) return "";
  return el("section", {}, el("h2", {}, title), el("ul", { class: "cards" }, games.map(card)));
}

/** @type {[number, Intl.RelativeTimeFormatUnit][]} */
const UNITS = [[86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];

/** How long ago, in words; the exact time stands in its title. */
function ago(seconds) {
  const past = Date.now() / 1000 - seconds;
  const [size, unit] = UNITS.find(([one]) => past >= one) ?? UNITS[3];
  const text = past < 60 ? "just now" : new Intl.RelativeTimeFormat("en-GB", { numeric: "auto" }).format(-Math.floor(past / size), unit);
  return el("time", { datetime: new Date(seconds * 1000).toISOString(), title: dateOf(seconds) }, text);
}

/** Whether there is something to do in it, as `pbem games` says. */
const wantsYou = (game) => Boolean(game.mine || game.unmailed || game.lacks);

/** Against whom. */
function opponents(game) {
  const names = [...(game.players ?? []), game.computer ? "the computer" : ""].filter(Boolean);
  return names.length ? `with ${names.join(", ")}` : "at this computer, all sides";
}

/** Whose turn it is and since when. */
function whose(game) {
  const since = game.since ? [", since ", ago(game.since)] : "";
  if (!game.to_move) return [sentence(game.state), since];
  const who = game.is_computers ? "the computer" : game.mine ? "you" : game.asked;
  const isLate = game.until * 1000 < Date.now();
  const time = el("time", {}, dateOf(game.until));
  const until = game.until ? [", ", el("span", isLate ? { class: "late" } : {}, isLate ? "late since " : "until ", time)] : "";
  return [`Round ${game.round}, ${game.to_move} to move`, ` (${who})`, since, until];
}

function card(game) {
  const path = (what) => `api/games/${game.game}/${what}`;
  const give = (what, body) => doing(path(what), body);
  const isShown = !game.invitation && !game.damaged;
  return el("li", {},
    el("div", { class: "game" },
      game.damaged ? "" : samePicture(path(`picture?at=${game.head}`), { width: 160 }),
      el("div", {},
        el("h3", {}, isShown ? el("a", { href: `#${game.game}` }, game.name) : game.name, el("span", { class: "soft" }, ` ${game.handle}`)),
        game.damaged ? "" : el("p", {}, opponents(game)),
        el("p", {}, whose(game)),
        game.lacks ? el("p", {}, el("span", { class: "late" }, `${sentence(game.lacks)}. `), button("Ask the others for it", () => give("send", {}))) : "",
        game.drafted ? el("p", { class: "soft" }, "You have begun this turn.") : "")),
    (game.proposals ?? []).map((one) => proposal(give, one)),
    (game.waiting ?? []).map((one) => el("div", { class: "proposal" }, el("p", {}, one.missing.length ? `Waits for the consent of ${one.missing.join(", ")}:` : "All have consented; whoever is to move puts it into the game with their next fetch:"), el("ul", {}, one.lines.map((text) => el("li", {}, text))), one.mine ? withdrawal(give, one) : "")),
    game.invitation ? invitation(game, give) : "",
    game.proposes ? propose(path, give) : "",
    mails(game, give),
    game.file ? el("p", {}, el("a", { href: path("file"), download: "" }, game.invitation ? "Save the invitation" : "Save the file for the others"), el("span", { class: "soft" }, " to hand it over yourself, or "), el("a", { href: "#mail" }, "set up mail")) : "",
    game.replay ? el("p", {}, el("a", { href: path("replay"), download: "replay.html" }, "Save the replay")) : "");
}

/** Takes back what the player has proposed. */
function withdrawal(give, one) {
  return twice("Withdraw it", "Nobody can agree to it any more. It is signed, and all others are told.", "Yes, withdraw it", () => give("withdraw", { digest: one.digest }), { "data-key": `withdraw ${one.digest}` });
}

/** What somebody proposes; a second look at what is signed comes before the signature. */
function proposal(give, one) {
  const place = twice("Sign my consent", "Your signature cannot be taken back. It counts for exactly what stands above, and for nothing else.",
    "Yes, sign and send", () => give("consent", { digest: one.digest }), { "data-key": `consent ${one.digest}` });
  return el("div", { class: "proposal" }, el("p", {}, "Your consent is asked for:"),
    el("ul", {}, one.lines.map((text) => el("li", {}, text))), place,
    el("p", { class: "soft" }, "If you do not agree, do nothing: without your signature it does not count."));
}
