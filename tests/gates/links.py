#!/usr/bin/env python3
"""links.py ROOT [--update]: the Markdown pages lead where they say. Exit code 1 where one does not.

* Every relative link leads to a file and a heading that exist.
* [`NAME`](FILE#Ln) leads to a line that contains NAME, or near one: who adds a line above need not touch the page.
  --update moves n to the nearest such line.
* Every page that a source file names (docs/NAME.md, core/papers/NAME/README.md) exists.
"""
import os
import pathlib
import re
import sys

SOURCES = {".hpp", ".cpp", ".h", ".c", ".py", ".sh", ".cmake", ".txt", ".md", ""}
SKIPPED = {".git", "build", "demo"}
FENCE = re.compile(r"^\s*```.*?^\s*```\s*$", re.MULTILINE | re.DOTALL)
NEAR = 25  # lines
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
LINE = re.compile(r"(\[`([^`\n]+)`\]\()([^)\s#]+)#L(\d+)\)")
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


def moved_line(page, link):
    """The number of the line of the link's file that contains the link's text, nearest to the link's; or None."""
    file = page.parent / link[3]
    if not file.exists():
        return int(link[4])  # broken_links names it
    lines = file.read_text(encoding="utf-8").splitlines()
    found = [n for n, line in enumerate(lines, start=1) if link[2] in line]
    return min(found, key=lambda n: abs(n - int(link[4])), default=None)


def wrong_lines(page, text):
    for link in LINE.finditer(text):
        line = moved_line(page, link)
        if line is None or abs(line - int(link[4])) > NEAR:
            yield f"{link[2]} is not near line {link[4]} of {link[3]}, but in {line or 'none'}"


def update(page, text):
    new = LINE.sub(lambda link: f"{link[1]}{link[3]}#L{moved_line(page, link) or link[4]})", text)
    if new != text:
        page.write_text(new, encoding="utf-8")
    return new


def main(root, updates=False):
    failures = []
    for path in files(root):
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        wrong = []
        if path.suffix == ".md":
            text = update(path, text) if updates else text
            wrong += [*broken_links(path, text), *wrong_lines(path, text)]
        if path.name != "CHANGELOG.md" and not path.name.startswith("links"):  # pages of older versions; planted ones
            wrong += [f"no page {name}" for name in PAGE.findall(text) if not (root / name).exists()]
        failures += [f"{path.relative_to(root)}: {reason}" for reason in wrong]
    for failure in failures:
        print(failure, file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), "--update" in sys.argv[2:]))
