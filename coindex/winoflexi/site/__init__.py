"""Infrastructure of the site: database, secret, one-time links, rate limits, backup."""
