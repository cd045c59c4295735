"""A test case that runs the program `footing` in a folder of its own. Its main sets ProgramCase.program."""

import json
import pathlib
import subprocess
import tempfile
import unittest


class ProgramCase(unittest.TestCase):
    program = ""
    timeout = None  # s, of one call

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, content):
        """The path of a new file with a text, or with a value as JSON."""
        path = self.root / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return str(path)

    def call(self, *arguments):
        """Exit status, standard output and standard error."""
        done = subprocess.run([self.program, *map(str, arguments)], capture_output=True, text=True, check=False,
                              cwd=self.root, timeout=self.timeout)
        return done.returncode, done.stdout, done.stderr
