"""Files in and out: written whole or not at all, read without trusting them, kept between runs."""
