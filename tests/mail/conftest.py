"""Fixtures for the mail tests: the real servers, and one mail to play with."""

from __future__ import annotations

import pytest

from pbem.mail.compose import TurnMail
from tests.mail.samples import sample_mail
from tests.support.mailservers import mail_servers, running_servers

__all__ = ["mail_servers", "running_servers"]


@pytest.fixture
def turn() -> TurnMail:
    return sample_mail()
