"""The docs site: `make docs` builds these pages and the Python client's reference to build/docs."""

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

project = "Session Almanac"
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = project
exclude_patterns = ["notebooks"]
myst_heading_anchors = 3
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"


def setup(app: Sphinx) -> None:
    """Show a Mermaid diagram as its text: its drawing would load a script from another server."""
    app.add_lexer("mermaid", TextLexer)
