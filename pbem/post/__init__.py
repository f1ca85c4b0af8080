"""What goes out by mail to the other players, and what comes in from them.

To write a letter takes the library of mail, templates and the whole report, so each is loaded when
the first letter is written (ADR 0046).
"""

from typing import TYPE_CHECKING, Final

from engine.late import late_names

if TYPE_CHECKING:
    from pbem.post.agreeing import advance_proposal, announce_agreement, give_consent
    from pbem.post.agreements import post_agreement, post_proposal
    from pbem.post.due import do_what_is_due
    from pbem.post.film import film_of, game_ledger, replay_of
    from pbem.post.incoming import receive, take_in_mail
    from pbem.post.intake import is_ours, refused, take_in, take_in_early, whose
    from pbem.post.letter import moment_of, own_name, send_now
    from pbem.post.outgoing import (
        decide_unsure,
        mailto_of,
        open_mails,
        page_of,
        post_answer,
        post_handover,
        post_invitations,
        post_turn,
        summary_of,
    )
    from pbem.post.preview import preview_of, recap_of
    from pbem.post.told import mail_lines

__all__ = [
    "advance_proposal",
    "announce_agreement",
    "decide_unsure",
    "do_what_is_due",
    "film_of",
    "game_ledger",
    "give_consent",
    "is_ours",
    "mail_lines",
    "mailto_of",
    "moment_of",
    "open_mails",
    "own_name",
    "page_of",
    "post_agreement",
    "post_answer",
    "post_handover",
    "post_invitations",
    "post_proposal",
    "post_turn",
    "preview_of",
    "recap_of",
    "receive",
    "refused",
    "replay_of",
    "send_now",
    "summary_of",
    "take_in",
    "take_in_early",
    "take_in_mail",
    "whose",
]

_ROOMS: Final = {
    "agreeing": ("advance_proposal", "announce_agreement", "give_consent"),
    "agreements": ("post_agreement", "post_proposal"),
    "due": ("do_what_is_due",),
    "film": ("film_of", "game_ledger", "replay_of"),
    "incoming": ("receive", "take_in_mail"),
    "intake": ("is_ours", "refused", "take_in", "take_in_early", "whose"),
    "letter": ("moment_of", "own_name", "send_now"),
    "outgoing": (
        "decide_unsure",
        "mailto_of",
        "open_mails",
        "page_of",
        "post_answer",
        "post_handover",
        "post_invitations",
        "post_turn",
        "summary_of",
    ),
    "preview": ("preview_of", "recap_of"),
    "told": ("mail_lines",),
}

if not TYPE_CHECKING:
    __getattr__ = late_names("pbem.post", _ROOMS)
