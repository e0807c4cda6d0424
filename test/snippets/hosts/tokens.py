"""Prints the kinds of tokens of each file."""

import ast
import json
import sys
import tokenize

for file in sys.argv[1:]:
    with open(file, "rb") as source:
        ast.parse(source.read())
        source.seek(0)
        print(json.dumps([token.type for token in tokenize.tokenize(source.readline)]))
