# SPDX-License-Identifier: MIT
"""Build the extension module over libtessera.

TESSERA_LIBRARY is the static library to link; `system` means the installed shared one.  By default
tools/build makes build/libtessera.a first.
"""
import os
import re
import subprocess
from pathlib import Path

from setuptools import Extension, setup

here = Path(__file__).resolve().parent
root = here.parent


def version() -> str:
    """The version macros of the header."""
    header = (root / "include" / "tessera.h").read_text(encoding="utf-8")
    return ".".join(re.search(rf"TES_VERSION_{part} +(\d+)", header)[1] for part in ("MAJOR", "MINOR", "PATCH"))


library = os.environ.get("TESSERA_LIBRARY", "")
if not library:
    subprocess.run([root / "tools" / "build", "build", "--", "libtessera.a"], check=True)
    library = str(root / "build" / "libtessera.a")
system = library == "system"

setup(
    version=version(),
    ext_modules=[
        Extension(
            "tessera._core",
            sources=["_core.c"],
            include_dirs=[str(root / "include")],
            extra_objects=[] if system else [library],
            libraries=(["tessera"] if system else []) + ["m", "pthread"],
            extra_compile_args=["-std=c17", "-Wall", "-Wextra", "-Wno-missing-field-initializers"],
            # The names of the library stay inside the module.
            extra_link_args=[] if system else ["-Wl,--exclude-libs,ALL"],
        )
    ],
)
