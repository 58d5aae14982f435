"""An e-mail assistant: a LangGraph agent over a real mailbox, which learns and asks."""
