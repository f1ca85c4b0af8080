"""For all tests: no test may fail because the machine is busy."""

from hypothesis import settings

settings.register_profile("without-a-clock", deadline=None)
settings.load_profile("without-a-clock")
