"""Running text: whom its pronouns may stand for, who is who in it, direct speech."""
