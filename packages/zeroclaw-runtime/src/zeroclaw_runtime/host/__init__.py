"""The execution environments we know: what each offers to tools."""
