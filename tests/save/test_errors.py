"""The sentence of an error."""

from pbem.save.errors import SaveError


def test_a_reason_that_ends_with_the_name_of_the_ukraine_ssr_has_one_full_stop() -> None:
    error = SaveError("choice-open", "the game waits in Ukraine S.S.R.", "Answer first.")
    assert str(error) == "The game waits in Ukraine S.S.R. Answer first."
    assert str(SaveError("code", "it waits")) == "It waits."
