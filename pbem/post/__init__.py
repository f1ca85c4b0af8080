"""What goes out by mail to the other players, and what comes in from them.

To write a letter takes the library of mail, templates and the whole report, so each is loaded when
the first letter is written (ADR 0046).
"""

from typing import TYPE_CHECKING

from engine.lazy import lazy_names

if TYPE_CHECKING:
    from pbem.post.agreeing import advance_proposal as advance_proposal
    from pbem.post.agreeing import announce_agreement as announce_agreement
    from pbem.post.agreeing import give_consent as give_consent
    from pbem.post.agreeing import make_proposal as make_proposal
    from pbem.post.agreements import post_agreement as post_agreement
    from pbem.post.agreements import post_proposal as post_proposal
    from pbem.post.computers import play_computers as play_computers
    from pbem.post.contacts import address_book as address_book
    from pbem.post.delivery_words import mail_lines as mail_lines
    from pbem.post.delivery_words import try_again as try_again
    from pbem.post.film import film_of as film_of
    from pbem.post.film import replay_of as replay_of
    from pbem.post.follow_up import do_what_is_due as do_what_is_due
    from pbem.post.forum_paste import holds_part as holds_part
    from pbem.post.forum_paste import take_in_parts as take_in_parts
    from pbem.post.founding import found_and_invite as found_and_invite
    from pbem.post.hooks import tell_hooks as tell_hooks
    from pbem.post.incoming import take_in_mail as take_in_mail
    from pbem.post.intake import is_ours as is_ours
    from pbem.post.intake import take_in as take_in
    from pbem.post.joining import take_seat as take_seat
    from pbem.post.letter import moment_of as moment_of
    from pbem.post.letter import own_name as own_name
    from pbem.post.letter import send_now as send_now
    from pbem.post.news import refused as refused
    from pbem.post.news import whose as whose
    from pbem.post.outgoing import decide_unsure as decide_unsure
    from pbem.post.outgoing import mailto_of as mailto_of
    from pbem.post.outgoing import open_mails as open_mails
    from pbem.post.outgoing import page_of as page_of
    from pbem.post.outgoing import post_answer as post_answer
    from pbem.post.outgoing import post_invitations as post_invitations
    from pbem.post.outgoing import post_position as post_position
    from pbem.post.outgoing import summary_of as summary_of
    from pbem.post.planned import play_plans as play_plans
    from pbem.post.preview import preview_of as preview_of
    from pbem.post.proposals_in import take_in_early as take_in_early
    from pbem.post.recap import recap_of as recap_of
    from pbem.post.relay import receive_everywhere as receive_everywhere
    from pbem.post.sending import fates as fates
    from pbem.post.sending import hand_on as hand_on
    from pbem.post.sending import is_unmailed as is_unmailed
    from pbem.post.sending import to_hand_on as to_hand_on
    from pbem.post.showing import has_fought as has_fought
    from pbem.post.showing import post_so_far as post_so_far
    from pbem.post.showing import show_battles as show_battles
    from pbem.post.shown import shown_now as shown_now
    from pbem.post.threads import take_in_thread as take_in_thread
else:
    __getattr__, __all__ = lazy_names(__spec__)
