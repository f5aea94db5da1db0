"""The settings of the service, their texts, and their table in docs/operations.md."""

from service.settings.settings import COURSE_TIERS, Settings, from_environment
from service.settings.variables import VARIABLES

__all__ = ["COURSE_TIERS", "VARIABLES", "Settings", "from_environment"]
