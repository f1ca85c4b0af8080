"""A PostgreSQL and mail servers of their own, for those tests that ask for them."""

from tests.support.mailservers import mail_servers
from tests.support.postgres import postgres

__all__ = ["mail_servers", "postgres"]
