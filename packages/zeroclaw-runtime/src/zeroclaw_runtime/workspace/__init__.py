"""Files beneath one root: no path, no link, no swap of a link leads out of it."""
