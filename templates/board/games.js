// My games: what waits for me, for whom the others wait, new mail, what asks for an answer.

import { act, look } from "./api.js";
import { button, byId, el, saidOf, show, twice } from "./dom.js";
import { busily, complain } from "./table.js";
import { invitation } from "./invitation.js";
import { propose } from "./propose.js";
import { mails } from "./mails.js";

let said = [];

export async function showGames() {
  try {
    render((await look("api/games")).games);
  } catch (error) {
    complain(error);
  }
}

/** Do something with the list; true when it was done. */
export const doing = (where, body = {}) => busily(async () => {
  try {
    const answer = await act(where, body);
    complain(null);
    said = answer.news;
    render(answer.games);
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
});

function render(games) {
  show(byId("games"),
    el("p", { class: "doing" }, button("Fetch mail", () => doing("api/fetch"), { class: "main" }), el("a", { href: "#new" }, "Found a game")),
    said.length ? saidOf(said) : "",
    list("Waiting for you", games.filter((game) => game.mine)),
    list("Waiting for others", games.filter((game) => !game.mine)),
    games.length ? "" : el("p", {}, "You have no games. Found one; fetching mail takes in invitations."));
}

function list(title, games) {
  if (!games.length) return "";
  return el("section", {}, el("h2", {}, title), el("ul", { class: "cards" }, games.map(card)));
}

function card(game) {
  const since = game.since ? new Date(game.since * 1000).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" }) : "";
  const path = (what) => `api/games/${game.game}/${what}`;
  const give = (what, body) => doing(path(what), body);
  return el("li", {},
    el("h3", {}, game.invitation || game.damaged ? game.name : el("a", { href: `#${game.game}` }, game.name)),
    el("p", {}, `${game.state}${since ? `, since ${since}` : ""}`),
    game.drafted ? el("p", { class: "soft" }, "You have begun this turn.") : "",
    (game.proposals ?? []).map((one) => proposal(give, one)),
    (game.waiting ?? []).map((one) => el("div", { class: "proposal" }, el("p", {}, one.missing.length ? `Waits for the consent of ${one.missing.join(", ")}:` : "All have consented; whoever is to move puts it into the game with their next fetch:"), el("ul", {}, one.lines.map((text) => el("li", {}, text))))),
    game.invitation ? invitation(game, give) : "",
    game.proposes ? propose(path, give) : "",
    mails(game, give),
    game.replay ? el("p", {}, el("a", { href: path("replay"), download: "replay.html" }, "Save the replay")) : "");
}

/** What somebody proposes; a second look at what is signed comes before the signature. */
function proposal(give, one) {
  const place = twice("Sign my consent", "Your signature cannot be taken back. It counts for exactly what stands above, and for nothing else.",
    "Yes, sign and send", () => give("consent", { digest: one.digest }), { "data-key": `consent ${one.digest}` });
  return el("div", { class: "proposal" }, el("p", {}, "Your consent is asked for:"),
    el("ul", {}, one.lines.map((text) => el("li", {}, text))), place,
    el("p", { class: "soft" }, "If you do not agree, do nothing: without your signature it does not count."));
}
