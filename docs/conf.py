"""Settings of the documentation build."""

project = "ZeroClaw for Python"
author = "the ZeroClaw for Python contributors"
extensions = ["myst_parser"]
exclude_patterns = ["_build"]
html_theme = "alabaster"
myst_heading_anchors = 3
# It would turn the two hyphens of an option into a dash.
smartquotes = False
