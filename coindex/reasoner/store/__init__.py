"""The compiled knowledge: its folders, its files as read, the store and its overlays, and the file that keeps it."""
