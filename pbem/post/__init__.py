"""What goes out by mail to the other players, and what comes in from them.

To write a letter takes the library of mail, templates and the whole report, so each is loaded when
the first letter is written (ADR 0046).
"""

from typing import TYPE_CHECKING, Final

from engine.late import late_names

if TYPE_CHECKING:
    from pbem.post.agreeing import (
        advance_proposal,
        announce_agreement,
        give_consent,
        make_proposal,
    )
    from pbem.post.agreements import post_agreement, post_proposal
    from pbem.post.due import do_what_is_due
    from pbem.post.film import film_of, game_ledger, replay_of
    from pbem.post.founding import found_and_invite
    from pbem.post.incoming import receive, take_in_mail
    from pbem.post.intake import is_ours, refused, take_in, take_in_early, whose
    from pbem.post.joining import take_seat
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
    from pbem.post.pasted import holds_part, take_in_parts
    from pbem.post.people import address_book
    from pbem.post.preview import preview_of
    from pbem.post.recap import recap_of
    from pbem.post.sending import fates, hand_on, is_unmailed, to_hand_on
    from pbem.post.threads import take_in_thread
    from pbem.post.told import mail_lines

__all__ = [
    "address_book",
    "advance_proposal",
    "announce_agreement",
    "decide_unsure",
    "do_what_is_due",
    "fates",
    "film_of",
    "found_and_invite",
    "game_ledger",
    "give_consent",
    "hand_on",
    "holds_part",
    "is_ours",
    "is_unmailed",
    "mail_lines",
    "mailto_of",
    "make_proposal",
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
    "take_in_parts",
    "take_in_thread",
    "take_seat",
    "to_hand_on",
    "whose",
]

_ROOMS: Final = {
    "agreeing": ("advance_proposal", "announce_agreement", "give_consent", "make_proposal"),
    "agreements": ("post_agreement", "post_proposal"),
    "due": ("do_what_is_due",),
    "film": ("film_of", "game_ledger", "replay_of"),
    "founding": ("found_and_invite",),
    "incoming": ("receive", "take_in_mail"),
    "intake": ("is_ours", "refused", "take_in", "take_in_early", "whose"),
    "joining": ("take_seat",),
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
    "pasted": ("holds_part", "take_in_parts"),
    "people": ("address_book",),
    "preview": ("preview_of",),
    "recap": ("recap_of",),
    "sending": ("fates", "hand_on", "is_unmailed", "to_hand_on"),
    "threads": ("take_in_thread",),
    "told": ("mail_lines",),
}

if not TYPE_CHECKING:
    __getattr__ = late_names("pbem.post", _ROOMS)
