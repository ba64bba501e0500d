"""The input of the graph builder: text to tokens with a Universal Dependencies analysis."""
