"""From text, or CoNLL-U, to tokens with a Universal Dependencies analysis."""
