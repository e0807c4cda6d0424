"""A shop with the bug named by BUG, or "none", on PORT. Processing takes as long as a slow database."""

import json
import os
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

bug = os.environ["BUG"]
transaction = threading.Lock()


class Shop:
    def __init__(self):
        self.ids = set()
        self.users = {}
        self.deleted = set()
        self.orders = []


shop = Shop()


class UnknownUser(Exception):
    pass


def apply(message):
    user_id = message["userId"]
    user = shop.users.get(user_id)
    if message["type"] == "delete":
        shop.users.pop(user_id, None)
        shop.deleted.add(user_id)
    elif user_id in shop.deleted:
        return
    elif message["type"] == "identify":
        is_newer = user is None or user["timestamp"] <= message["timestamp"]
        if is_newer or bug == "older_overwrites":
            shop.users[user_id] = message
    elif user is None:
        raise UnknownUser
    else:
        shop.orders.append(message["messageId"])


def process(message):
    # Notices of deletions have no ID. They may be applied again.
    message_id = message.get("messageId")
    if bug == "effect_before_check" and message["type"] == "track":
        if message["userId"] not in shop.users:
            return 503
        shop.orders.append(message_id)
        shop.ids.add(message_id)
        return 200
    if message_id in shop.ids:
        return 200
    if bug == "marker_first" and message_id is not None:
        shop.ids.add(message_id)
    time.sleep(0.06)
    try:
        apply(message)
    except UnknownUser:
        return 503
    if message_id is not None:
        shop.ids.add(message_id)
    return 200


def process_later(message):
    time.sleep(0.15)
    with transaction:
        apply(message)
        shop.ids.add(message["messageId"])


def receive(message):
    if bug == "ack_first" and message["type"] == "track" and message["userId"] in shop.users:
        if message["messageId"] not in shop.ids:
            threading.Thread(target=process_later, args=[message]).start()
        return 200
    with transaction:
        return process(message)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def respond(self, status, text=""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self):
        message_id = parse_qs(urlparse(self.path).query)["id"][0]
        users = [user["messageId"] for user in list(shop.users.values())]
        self.respond(200, str((shop.orders + users).count(message_id)))

    def do_POST(self):
        global shop
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/test/reset":
            shop = Shop()
            return self.respond(204)
        self.respond(receive(json.loads(body)))

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
