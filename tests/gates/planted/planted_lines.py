"""Shows a gate the texts that it must refuse, one at a time, and the texts that must pass."""

import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))


def in_a_file(check, path, text):
    """Returns what `check` refuses of a project whose only file is `text` at `path`."""
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder, path)
        file.parent.mkdir(parents=True)
        file.write_text(text + "\n", encoding="utf-8")
        return check(pathlib.Path(folder))


def judge(refusals, bad, passing):
    """Ends the program with 0 if each bad text has exactly one refusal and each passing text none, else with 1."""
    wrong = [f"not refused: {path}: {text}" for path, texts in bad.items() for text in texts
             if len(refusals(path, text)) != 1]
    wrong += [f"refused: {path}: {text}" for path, texts in passing.items() for text in texts
              if refusals(path, text)]
    print("\n".join(wrong) or "all as they should be")
    sys.exit(1 if wrong else 0)
