"""A receiver of orders: python3 orders.py MODE, where MODE is "correct" or the bug it has. Prints its port."""

import hashlib
import hmac
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

mode = sys.argv[1]
processed = {}
last_order = 0


def receive(signature, body):
    global last_order
    expected = hmac.new(b"s3cret", body, hashlib.sha1).hexdigest()
    if mode != "signature" and not hmac.compare_digest(signature, expected):
        return 401
    message = json.loads(body)
    message_id = message["messageId"]
    if message_id in processed and mode != "duplicates":
        return 200
    order = int(message["properties"]["orderId"][2:])
    if mode == "order" and order < last_order:
        return 409
    last_order = order
    processed[message_id] = processed.get(message_id, 0) + 1
    return 200


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def respond(self, status, text=""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self):
        message_id = parse_qs(urlparse(self.path).query)["id"][0]
        self.respond(200, str(processed.get(message_id, 0)))

    def do_POST(self):
        global last_order
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/test/reset":
            processed.clear()
            last_order = 0
            return self.respond(204)
        count = len(processed)
        status = receive(self.headers.get("X-Signature", ""), body)
        # Longer than the scenario allows.
        if mode == "slow" and len(processed) > count:
            time.sleep(1.5)
        self.respond(status)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
