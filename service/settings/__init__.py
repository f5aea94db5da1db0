"""The settings of the service: their table, and how a variable's text is read."""

from service.settings.settings import (
    COURSE_TIERS,
    KEY_BYTES,
    VARIABLES,
    Settings,
    entry_warning,
    from_environment,
)

__all__ = ["COURSE_TIERS", "KEY_BYTES", "VARIABLES", "Settings", "entry_warning", "from_environment"]
