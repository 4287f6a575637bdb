"""Conformance kits: what every implementation of a contract must show, ready to run.

A kit is a class of async tests. Derive from it in a test module and supply the subject::

    class TestMyTool(ToolConformance):
        def make(self) -> Tool:
            return MyTool()

Override `open` instead of `make` where the subject needs an `async with`. Some checks need more
(a provider that stalls, a folder to escape into): the kit's `make_...` or `open_...` methods say
so, and those checks are skipped until they are overridden. It needs pytest with pytest-trio, and
`trio_mode = true` in its settings, else `pytestmark = pytest.mark.trio` in the module.
"""
