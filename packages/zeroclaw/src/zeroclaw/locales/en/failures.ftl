# What any command may say when it fails.

internal_failure = Internal error: { $kind }: { $problem }. Run it again with --debug and report what it shows.
