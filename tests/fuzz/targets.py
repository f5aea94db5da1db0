"""Everything that is fuzzed, by name."""

from tests.fuzz.ama import AMA
from tests.fuzz.entry_links import ENTRY_LINKS
from tests.fuzz.filters import FILTERS
from tests.fuzz.importer_bytes import BYTES
from tests.fuzz.importer_files import VENDOR_FILES
from tests.fuzz.target import Target
from tests.fuzz.tokens import TOKENS

TARGETS: dict[str, Target] = {
    target.name: target for target in (BYTES, VENDOR_FILES, FILTERS, AMA, TOKENS, ENTRY_LINKS)
}
