"""Reads a JSON list of bodies, writes {code: [text, ...]}: what Python hashes after parsing."""
import json
import sys

compact = {"separators": (",", ":")}
ways = {
    "json_python": {},
    "json_python_unicode": {"ensure_ascii": False},
    "json_python_compact": compact,
    "json_python_compact_unicode": {**compact, "ensure_ascii": False},
    "json_python_sorted": {"sort_keys": True},
    "json_python_sorted_compact": {**compact, "sort_keys": True},
    "json_python_sorted_unicode": {"sort_keys": True, "ensure_ascii": False},
    "json_python_indent_2": {"indent": 2},
    "json_python_indent_4": {"indent": 4},
}
bodies = [json.loads(body) for body in json.load(sys.stdin)]
texts = {code: [json.dumps(body, **way) for body in bodies] for code, way in ways.items()}
texts["json_python_repr"] = [str(body) for body in bodies]
json.dump(texts, sys.stdout)
