"""The commands, one module each; importing one loads nothing heavy."""
