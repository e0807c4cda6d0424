"""A shop with the bug named by BUG, or "none", on PORT. Its state is in the file STATE."""

import hashlib
import hmac
import json
import os
import threading
import time
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlparse

bug = os.environ["BUG"]
state = os.environ["STATE"]
transaction = threading.RLock()
in_progress = set()
empty_shop = {"ids": {}, "users": {}, "deleted": {}, "orders": [], "requests": 0}


def load():
    if not os.path.exists(state):
        return json.loads(json.dumps(empty_shop))
    with open(state) as file:
        return json.load(file)


shop = load()
if bug == "memory_ids":
    shop["ids"] = {}


def save():
    """No crash leaves a part of it."""
    with open(state + ".new", "w") as file:
        json.dump(shop, file)
    os.replace(state + ".new", state)


class UnknownUser(Exception):
    pass


def apply(message):
    user_id = message["userId"]
    user = shop["users"].get(user_id)
    if message["type"] == "delete":
        if user is None and bug == "unknown_deletion":
            return
        shop["users"].pop(user_id, None)
        shop["deleted"][user_id] = True
    elif user_id in shop["deleted"]:
        return
    elif message["type"] == "identify":
        is_newer = user is None or user["timestamp"] <= message["timestamp"]
        if is_newer or bug == "last_write_wins":
            shop["users"][user_id] = {key: message[key] for key in ("messageId", "timestamp")}
    elif user is None:
        raise UnknownUser
    else:
        shop["orders"].append(message["messageId"])


def is_known(message, now):
    # Notices of deletions have no ID. They may be applied again.
    at = shop["ids"].get(message.get("messageId"))
    if bug == "one_event" and message.get("event") == "Refunded":
        return False
    if bug == "attempt_ids":
        return at == now
    return at is not None and not (bug == "ids_for_an_hour" and now - at > 3_600)


def store(message, now):
    message_id = message.get("messageId")
    if message_id is None:
        return
    shop["ids"].pop(message_id, None)
    shop["ids"][message_id] = now
    if bug == "last_ids":
        shop["ids"] = dict(list(shop["ids"].items())[-3:])


def act(message, now):
    if bug == "marker_first":
        store(message, now)
    try:
        apply(message)
    except UnknownUser:
        if bug == "retry_storm":
            # Each try sends a confirmation first.
            shop["orders"] += [message["messageId"]] * 5
        return 503
    store(message, now)
    return 200


def receive(message, now):
    message_id, is_order = message.get("messageId"), message["type"] == "track"
    with transaction:
        shop["requests"] += is_order
        if is_known(message, now) and not (bug == "effect_before_check" and is_order):
            return 200
        if not is_order or bug not in ("check_then_act", "late_copies"):
            return act(message, now)
        is_late = bug == "late_copies" and message_id in in_progress
        in_progress.add(message_id)
    time.sleep(5.5 if is_late else 0.2)
    with transaction:
        in_progress.discard(message_id)
        return act(message, now)


def receive_and_save(message, now):
    status = receive(message, now)
    with transaction:
        save()
    return status


def receive_later(message, now):
    time.sleep(0.3)
    receive_and_save(message, now)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def respond(self, status, text=""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())

    def do_GET(self):
        url = urlparse(self.path)
        with transaction:
            if url.path == "/test/state":
                sold = shop["requests"] if bug == "counter" else len(set(shop["orders"]))
                return self.respond(200, json.dumps({"sold": sold}))
            users = [user["messageId"] for user in shop["users"].values()]
            count = (shop["orders"] + users).count(parse_qs(url.query)["id"][0])
        self.respond(200, str(count))

    def do_POST(self):
        global shop
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        if self.path == "/test/reset":
            with transaction:
                shop = json.loads(json.dumps(empty_shop))
                save()
            return self.respond(204)
        digest = hmac.new(b"secret", body, hashlib.sha1).hexdigest()
        is_signed = hmac.compare_digest(self.headers.get("X-Signature", ""), digest)
        if not is_signed and bug != "signature_last":
            return self.respond(401)
        message = json.loads(body)
        now = datetime.fromisoformat(self.headers["Hookwright-Time"]).timestamp()
        is_order = message["type"] == "track" and message["userId"] in shop["users"]
        if bug == "responds_first" and is_order:
            threading.Thread(target=receive_later, args=[message, now]).start()
            return self.respond(200)
        status = receive_and_save(message, now)
        self.respond(status if is_signed else 401)

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(os.environ["PORT"])), Receiver).serve_forever()
