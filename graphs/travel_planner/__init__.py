"""A travel planner: a LangGraph agent that gathers, plans, books and remembers."""
