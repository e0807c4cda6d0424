"""Runs many receivers in one process, each in a thread of its own."""
import json
import os
import threading
from socketserver import BaseServer

serve_forever = BaseServer.serve_forever
BaseServer.serve_forever = lambda server: threading.Thread(
    target=serve_forever, args=(server,)
).start()

for index, receiver in enumerate(json.loads(os.environ["RECEIVERS"])):
    os.environ["PORT"] = str(receiver["port"])
    file = receiver["file"]
    with open(file, encoding="utf-8") as source:
        code = compile(source.read(), file, "exec")
    try:
        exec(code, {"__name__": "__main__"})
    except Exception as problem:
        print(f"ended {index} {json.dumps(str(problem))}", flush=True)
