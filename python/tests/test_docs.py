"""The examples of the how-to page run, and record what they say."""

from __future__ import annotations

import re
import unittest
from pathlib import Path

import roboreel as rr
from tests import reference
from tests.support import ROOT, BridgeTest

PAGE = Path(ROOT).parent / "docs" / "how-to" / "python.md"


class ReferenceTest(unittest.TestCase):
    def test_the_reference_page_says_what_the_docstrings_say(self) -> None:
        self.assertEqual(reference.page(), reference.PAGE.read_text("utf-8"), "run python3 -m tests.reference")

    def test_every_public_name_is_on_it(self) -> None:
        headings = set(re.findall(r"^##+ (\S+)$", reference.page(), re.MULTILINE))
        self.assertEqual(set(), {name for name in rr.__all__ if not name.startswith("__")} - headings)


class DocsTest(BridgeTest):
    def test_the_examples_of_the_page_record(self) -> None:
        examples = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text("utf-8"), re.DOTALL | re.MULTILINE)
        self.assertEqual(4, len(examples))
        parts = ["".join(f"    {line}\n" if line else "\n" for line in example.split("\n")) for example in examples[:3]]
        head = "import numpy as np\nimport roboreel as rr\n\ndef alone():\n"
        self.run_script(head + "".join(parts) + examples[3] + "    alone()\n")
        output = self.folder + "/output/take_"
        for take, expected in ((1, [(30, "success")]), (3, [(20, "success")] * 2)):
            self.folder = f"{output}{take}"
            self.assertEqual(expected, [(len(e.data["actions"]), e.status) for e in self.episodes("PushCube")])
        self.folder = f"{output}2"
        self.assertEqual(800, sum(len(e.data["actions"]) for e in self.episodes("PushCube")))
        self.folder = f"{output}4"
        stored = {int(e.attributes["sim_env_id"]): e.data["actions"].tolist() for e in self.episodes("PushCube")}
        self.assertEqual({0: [[0, 0]], **{env: [[step, env] for step in range(50)] for env in (1, 2)}}, stored)
