"""The compact form: everything tools said, in about half the tokens, and back."""
