"""What a text says, in its own words or of people in general, and what the words of profiles say, as sentences."""
