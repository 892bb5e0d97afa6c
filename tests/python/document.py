# SPDX-License-Identifier: MIT
"""Run the programs of a document: document.py FILE EXAMPLES

Blocks of Python run one after another in one namespace.  A block of text that follows one is what it
prints.  A block that begins with `# examples/NAME` must equal that file.
"""
import contextlib
import io
import re
import sys
from pathlib import Path

document, examples = Path(sys.argv[1]), Path(sys.argv[2])
blocks = re.findall(r"^```(\w+)\n(.*?)^```$", document.read_text(encoding="utf-8"), re.M | re.S)
names: dict = {"__name__": "document"}
ran = 0
printed = None
for kind, text in blocks:
    if kind == "python":
        first, _, rest = text.partition("\n")
        if match := re.fullmatch(r"# examples/(\S+)", first):
            if (examples / match[1]).read_text(encoding="utf-8") != rest:
                sys.exit(f"{document} and {examples / match[1]} differ")
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            exec(compile(text, f"{document.name} block {ran + 1}", "exec"), names)
        printed = out.getvalue()
        ran += 1
    elif kind == "text" and printed is not None:
        if printed != text:
            sys.exit(f"block {ran} prints\n{printed}\ninstead of\n{text}")
        printed = None
if ran < 5:
    sys.exit(f"only {ran} programs were found")
print(f"{ran} programs")
