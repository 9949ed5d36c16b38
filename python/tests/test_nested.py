"""Nested dicts of arrays as fields by path."""

from __future__ import annotations

import unittest

import roboreel as rr
from roboreel._nested import flattened


class FlattenedTest(unittest.TestCase):
    def test_dicts_and_tuples_become_paths_and_stay_as_they_are(self) -> None:
        nested = {"q": [1, 2], "cams": {"left": 3}, "pair": (4, {"x": 5})}
        self.assertEqual({"obs/q": [1, 2], "obs/cams/left": 3, "obs/pair/0": 4, "obs/pair/1/x": 5}, flattened(nested, "obs"))
        self.assertEqual({"q": [1, 2], "cams": {"left": 3}, "pair": (4, {"x": 5})}, nested)

    def test_an_array_alone_has_the_path_itself(self) -> None:
        self.assertEqual({"actions": 7}, flattened(7, "actions"))

    def test_a_key_that_is_no_name_is_refused(self) -> None:
        for key in ("a/b", "", 3):
            with self.subTest(key=key), self.assertRaises(rr.BadArgument) as refusal:
                flattened({"states": {key: 1}}, "obs")
            self.assertIn(f"'obs/states' has the key {key!r}; expected a text without slashes", str(refusal.exception))
