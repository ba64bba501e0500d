"""How sure answers are: confidence fitted and checked."""
