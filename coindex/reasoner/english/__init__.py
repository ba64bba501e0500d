"""The English of classes, atoms and scenes, and the forms of verbs."""
