"""A proposal that is withdrawn by mail, from the command to the log of the others."""

from pathlib import Path

from tests.support.by_mail import begin
from tests.support.table import mail_desks


def test_a_proposal_is_withdrawn_and_nobody_is_asked_any_more(tmp_path: Path) -> None:
    """Ann moves: her fetch puts the withdrawal into the game, and its mail tells Ben."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    game = begin(ann, ben)
    name = str(ben.ok("propose", game, "draw", "--json").data["proposal"])
    assert f"pbem consent {game} {name}" in ann.ok("fetch").out
    refused = ann.refused(8, "propose", game, "withdraw", name, "--json")
    assert refused.error["code"] == "not-your-proposal"
    out = ben.ok("propose", game, "withdraw", name, "--words", "a slip").out
    assert f"Ben withdraws:\n  the proposal {name} of 'Ben' is withdrawn" in out
    assert "Nothing is proposed." not in ben.ok("consent", game).out
    told = ann.ok("fetch").out
    assert f"WITHDRAWN: the proposal {name} of 'Ben' is withdrawn (signed by Ben)" in told
    assert "Your consent is asked for" not in told
    assert ann.ok("consent", game).out.strip() == "Nothing is proposed."
    assert ann.refused(3, "consent", game, name, "--yes", "--json").error["code"] == (
        "no-such-proposal"
    )
    ben.ok("fetch")
    assert ben.ok("consent", game).out.strip() == "Nothing is proposed."
    assert "WITHDRAWN" in ben.ok("history", game).out


def test_what_was_agreed_to_meanwhile_is_not_withdrawn(tmp_path: Path) -> None:
    """Ann moves and has consented; Ben, whose mail lacks her consent, cannot call it back."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    game = begin(ann, ben)
    name = str(ben.ok("propose", game, "draw", "--json").data["proposal"])
    ann.ok("fetch")
    ann.ok("consent", game, name, "--yes")
    out = ben.ok("propose", game, "withdraw", name).out
    assert "is withdrawn" in out
    assert "the game is over" in ben.ok("fetch").out
    assert "WITHDRAWN" not in ben.ok("history", game).out
