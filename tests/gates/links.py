#!/usr/bin/env python3
"""links.py ROOT: every relative link of the Markdown pages leads to a file and a heading that exist, and every
page that a source file names (docs/NAME.md, core/papers/NAME/README.md) exists. Exit code 1 where one does not.
"""
import os
import pathlib
import re
import sys

SOURCES = {".hpp", ".cpp", ".h", ".c", ".py", ".sh", ".cmake", ".txt", ".md", ""}
SKIPPED = {".git", "build", "demo"}
FENCE = re.compile(r"^\s*```.*?^\s*```\s*$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
PAGE = re.compile(r"(?:docs|core/papers)/[\w./-]*\.(?:md|svg|png)")


def files(root):
    for folder, below, names in os.walk(root):
        below[:] = sorted(set(below) - SKIPPED)
        yield from (path for path in map(pathlib.Path(folder).joinpath, sorted(names)) if path.suffix in SOURCES)


def headings(text):
    """The anchors that GitHub makes of a page's headings."""
    anchors = set()
    for title in re.findall(r"^#+ +(.*?)\s*$", FENCE.sub("", text), re.MULTILINE):
        title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).lower()
        anchor = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
        count = 0
        while (unique := anchor if not count else f"{anchor}-{count}") in anchors:
            count += 1
        anchors.add(unique)
    return anchors


def broken_links(page, text):
    for target in LINK.findall(CODE.sub("", FENCE.sub("", text))):
        if re.match(r"[a-z]+:", target):
            continue  # another site
        name, _, anchor = target.partition("#")
        file = page.parent / name if name else page
        if not file.exists():
            yield f"no file {target}"
        elif anchor and file.suffix == ".md" and anchor not in headings(file.read_text(encoding="utf-8")):
            yield f"no heading {target}"


def main(root):
    failures = []
    for path in files(root):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        wrong = list(broken_links(path, text)) if path.suffix == ".md" else []
        if path.name != "CHANGELOG.md":  # which names pages of older versions
            wrong += [f"no page {name}" for name in PAGE.findall(text) if not (root / name).exists()]
        failures += [f"{path.relative_to(root)}: {reason}" for reason in wrong]
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
