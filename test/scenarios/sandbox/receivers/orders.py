"""A receiver of orders without bugs: python3 orders.py. Prints its port."""

import hashlib
import hmac
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

processed = {}


def receive(signature, body):
    expected = hmac.new(b"s3cret", body, hashlib.sha1).hexdigest()
    if not hmac.compare_digest(signature, expected):
        return 401
    processed[json.loads(body)["messageId"]] = 1
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
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/test/reset":
            processed.clear()
            return self.respond(204)
        self.respond(receive(self.headers.get("X-Signature", ""), body))

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
print(server.server_port, flush=True)
server.serve_forever()
