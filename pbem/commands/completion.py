"""`pbem completion`: what makes the tab key of a shell know pbem's commands."""

import click
from click.shell_completion import get_completion_class

from pbem.output import Output
from pbem.result import Result
from pbem.terminal.command_line import JSON
from pbem.usage import UsageError

_WHERE = {
    "bash": 'eval "$(pbem completion bash)" in ~/.bashrc',
    "zsh": 'eval "$(pbem completion zsh)" in ~/.zshrc',
    "fish": "pbem completion fish > ~/.config/fish/completions/pbem.fish",
    "powershell": "pbem completion powershell | Out-String | Invoke-Expression in $PROFILE",
}


class CompletionOutput(Output):
    """A script for a shell, and what to do with it."""

    shell: str
    script: str
    use: str


@click.command("completion")
@click.argument("shell", type=click.Choice(tuple(_WHERE)))
@JSON
def command(shell: str, as_json: bool) -> Result[CompletionOutput]:
    """Print a script for your shell; its tab key then completes commands, games and names.

    \b
    bash        eval "$(pbem completion bash)" in ~/.bashrc
    zsh         eval "$(pbem completion zsh)" in ~/.zshrc
    fish        pbem completion fish > ~/.config/fish/completions/pbem.fish
    powershell  pbem completion powershell | Out-String | Invoke-Expression in $PROFILE
    """
    del as_json
    return Result(script(shell), CompletionOutput(shell, script(shell), _WHERE[shell]))


def script(shell: str) -> str:
    """The script for a shell; UsageError where the installed click does not know it."""
    made = get_completion_class(shell)
    if made is None:
        raise UsageError(
            "shell-unknown",
            f"The installed click cannot complete for {shell}.",
            "Update it: pip install --upgrade click.",
        )
    source = made(click.Group(), {}, "pbem", "_PBEM_COMPLETE").source()
    # click's fish script splits a name and its help at every comma, and drops what follows.
    return source.replace('string split ","', 'string split --max 1 ","')
