"""Running a hook: bounded in time, and never an error of what the player does."""

import json
import subprocess
import tempfile
from typing import Final
from urllib.parse import urlsplit

from pbem.hooks.messages import message_to
from pbem.hooks.model import Hook, HookEvent, Webhook
from pbem.hooks.settings import is_safe_address
from pbem.log import LOG
from pbem.mail.errors import SettingsError
from pbem.processes import cannot_run, end, ending, environment
from pbem.text import plain
from pbem.web_client import WebClient
from pbem.web_line import WebError

_SECONDS: Final = 10.0
_GOOD: Final = range(200, 300)


def run_hook(hook: Hook, event: HookEvent, seconds: float = _SECONDS) -> str:
    """Run a hook; "" if it worked, otherwise why not, as a clause without a full stop.

    seconds: so long it may take altogether.
    """
    if hook.webhook is None:
        why = _run_command(hook.command, event, seconds)
    else:
        why = _post(hook.webhook, event, seconds)
    LOG.info("hook %s, %s: %s", hook.name, event.occasion, why or "done")
    return why


def _run_command(command: tuple[str, ...], event: HookEvent, seconds: float) -> str:
    """The words are the player's; what strangers write is in the environment and on standard
    input."""
    facts = event.plain()
    told = {f"PBEM_{name.upper()}": value for name, value in facts.items()}
    with tempfile.TemporaryFile() as complaint:
        try:
            running = subprocess.Popen(  # noqa: S603 - the player's own command, no shell
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=complaint,
                env={**environment(), **told},
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            return cannot_run(command[0], error)
        try:
            running.communicate(json.dumps(facts).encode("ascii"), timeout=seconds)
        except subprocess.TimeoutExpired:
            end(running)
            return f"it did not end within {seconds:g} seconds"
        return ending(running.returncode, complaint) if running.returncode else ""


def _post(webhook: Webhook, event: HookEvent, seconds: float) -> str:
    try:
        url = webhook.url if isinstance(webhook.url, str) else webhook.url.read()
        if not is_safe_address(url):
            return "its address does not begin with https://"
        request = message_to(webhook, url, event)
        headers = {"Content-Type": "application/json"}
        if webhook.token is not None:
            headers["Authorization"] = f"Bearer {webhook.token.read()}"
        client = WebClient(webhook.ca_file, silence=seconds, whole=seconds)
        answer = client.ask(
            request.method, request.url, headers=headers, body=request.body, is_secret=True
        )
    except (WebError, SettingsError) as error:
        return plain(str(error)).rstrip(".")
    except (OSError, ValueError) as error:
        return plain(str(error))
    host = urlsplit(url).hostname
    return "" if answer.status in _GOOD else f"{host} answered {answer.status}"
