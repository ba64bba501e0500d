"""Running text: whom its pronouns may stand for, who is who in it, chains of mentions, direct speech."""
