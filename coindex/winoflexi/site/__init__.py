"""What the site runs on: database, secret, links, limits, backup."""
