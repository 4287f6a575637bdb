# What `zeroclaw agent` says.

bundled_model = The bundled model is tiny: it can chat a little, and it gets facts wrong. For a better one, download a GGUF file and give it with --model-path FILE, or use --uri URL.
stdin_waiting = Reading standard input to its end, to attach it; `< /dev/null` attaches nothing.
