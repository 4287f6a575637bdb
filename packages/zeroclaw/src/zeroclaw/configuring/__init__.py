"""What `zeroclaw config` does: look at the configuration, change it, bring it up to date."""
