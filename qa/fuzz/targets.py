"""Everything that is fuzzed, by name."""

from qa.fuzz.ama import AMA
from qa.fuzz.entry_links import ENTRY_LINKS
from qa.fuzz.filters import FILTERS
from qa.fuzz.importer_bytes import BYTES
from qa.fuzz.importer_files import VENDOR_FILES
from qa.fuzz.target import Target
from qa.fuzz.tokens import TOKENS

TARGETS: dict[str, Target] = {
    target.name: target for target in (BYTES, VENDOR_FILES, FILTERS, AMA, TOKENS, ENTRY_LINKS)
}
