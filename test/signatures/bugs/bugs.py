"""Signature bugs as they are made in Python. Reads the task, writes {cause@secret#variant: [digest or None]}."""
import base64, gzip, hashlib, hmac, io, json, sys, zlib

task = json.load(sys.stdin)
bodies = [body.encode() for body in task["bodies"]]
secrets, url, path, query, seconds = (task[k] for k in ("secrets", "url", "path", "query", "seconds"))


def sign(data, key=None, hash=hashlib.sha1):
    data = data.encode() if isinstance(data, str) else data
    key = secrets["plain"] if key is None else key
    return hmac.new(key.encode() if isinstance(key, str) else key, data, hash)


def chunks(data, size):
    return [data[at : at + size] for at in range(0, len(data), size)]


def split(raw, errors):
    """Two chunks that part inside the first character beyond ASCII."""
    at = next((i for i, byte in enumerate(raw) if byte >= 0xC0), None)
    if at is None:
        return None
    return raw[: at + 1].decode(errors=errors) + raw[at + 1 :].decode(errors=errors)


def cut(raw, size, errors):
    text = raw[:size].decode(errors=errors)
    return None if len(raw) <= size else text


def gzip_file(raw, level):
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode="wb", compresslevel=level, mtime=0) as file:
        file.write(raw)
    return out.getvalue()


def fields(parsed, names):
    return {name: parsed[name] for name in names if name in parsed}


compact = {"separators": (",", ":")}
P = json.loads
bugs = {
    "json_python": lambda raw: json.dumps(P(raw)),
    "json_python_unicode": lambda raw: json.dumps(P(raw), ensure_ascii=False),
    "json_python_compact": lambda raw: json.dumps(P(raw), **compact),
    "json_python_compact_unicode": lambda raw: json.dumps(P(raw), ensure_ascii=False, **compact),
    "json_python_sorted": lambda raw: json.dumps(P(raw), sort_keys=True),
    "json_python_sorted_compact": lambda raw: json.dumps(P(raw), sort_keys=True, **compact),
    "json_python_sorted_unicode": lambda raw: json.dumps(P(raw), sort_keys=True, ensure_ascii=False),
    "json_python_sorted_compact_unicode": lambda raw: json.dumps(P(raw), sort_keys=True, ensure_ascii=False, **compact),
    "json_python_indent_2": lambda raw: json.dumps(P(raw), indent=2),
    "json_python_indent_4": lambda raw: json.dumps(P(raw), indent=4),
    "json_python_indent_4_unicode": lambda raw: json.dumps(P(raw), indent=4, ensure_ascii=False),
    "json_python_sorted_indent_2": lambda raw: json.dumps(P(raw), indent=2, sort_keys=True),
    "json_python_sorted_indent_4": lambda raw: json.dumps(P(raw), indent=4, sort_keys=True),
    "json_python_repr": lambda raw: str(P(raw)),
    "json_python_twice": lambda raw: json.dumps(raw.decode()),
    "json_python_twice#rewritten": lambda raw: json.dumps(json.dumps(P(raw))),
    "json_python_twice#compact": lambda raw: json.dumps(json.dumps(P(raw), **compact)),
    "json_python_fields": lambda raw: json.dumps(fields(P(raw), ["userId", "type", "event", "properties", "timestamp"])),
    "json_fields_reordered|json_python_fields_compact": lambda raw: json.dumps(fields(P(raw), ["type", "userId", "event", "timestamp", "properties"]), ensure_ascii=False, **compact),
    "body_python_bytes": lambda raw: str(raw),
    "body_newline": lambda raw: raw + b"\n",
    "body_read_as_latin1": lambda raw: raw.decode("latin-1"),
    "body_ascii": lambda raw: raw.decode().encode("ascii", "replace"),
    "body_ascii_ignored": lambda raw: raw.decode().encode("ascii", "ignore"),
    "body_with_url": lambda raw: url.encode() + raw,
    "body_with_url#after": lambda raw: raw + url.encode(),
    "body_with_path": lambda raw: path.encode() + raw,
    "body_with_path#query": lambda raw: (path + query).encode() + raw,
    "body_with_method": lambda raw: b"POST" + path.encode() + raw,
    "body_with_method#lines": lambda raw: b"\n".join([b"POST", path.encode(), raw]),
    "body_timestamp_dot": lambda raw: P(raw)["timestamp"].encode() + b"." + raw,
    "body_timestamp_dot#none": lambda raw: f"{None}.{raw.decode()}",
    "body_timestamp_dot#now": lambda raw: f"{seconds}.{raw.decode()}",
    "body_timestamp_versioned": lambda raw: f"v0:{None}:{raw.decode()}",
    "body_timestamp_versioned#now": lambda raw: f"v0:{seconds}:{raw.decode()}",
    "body_truncated#1024": lambda raw: raw[:1024] if len(raw) > 1024 else None,
    "body_truncated#100": lambda raw: raw[:100],
    "body_truncated#replace": lambda raw: cut(raw, 64, "replace"),
    "body_truncated#ignore": lambda raw: cut(raw, 64, "ignore"),
    "body_truncated#2048": lambda raw: raw[:2048] if len(raw) > 2048 else None,
    "body_truncated#characters": lambda raw: raw[: len(raw.decode())],
    "body_zero_padded": lambda raw: raw.ljust(4096, b"\0"),
    "body_zero_padded#8192": lambda raw: raw.ljust(8192, b"\0"),
    "body_last_chunk": lambda raw: chunks(raw, 128)[-1],
    "body_split_character#replace": lambda raw: split(raw, "replace"),
    "body_split_character#ignore": lambda raw: split(raw, "ignore"),
    "body_split_character#chunks": lambda raw: "".join(c.decode(errors="replace") for c in chunks(raw, 64)),
    "body_gzip": lambda raw: gzip.compress(raw, mtime=0),
    "body_gzip#6": lambda raw: gzip.compress(raw, 6, mtime=0),
    "body_gzip#now": lambda raw: gzip.compress(raw, mtime=seconds),
    "body_gzip#file": lambda raw: gzip_file(raw, 9),
    "body_gzip#fast": lambda raw: gzip_file(raw, 1),
    "body_deflate": zlib.compress,
    "body_empty": lambda raw: b"",
    "body_none": lambda raw: str(None),
    "body_base64": base64.b64encode,
    "body_hex": lambda raw: raw.hex(),
}
digests = {
    "secret_newline": lambda raw: sign(raw, secrets["plain"] + "\n"),
    "secret_prefix_stripped_decoded@whsec": lambda raw: sign(raw, base64.b64decode(secrets["whsec"].removeprefix("whsec_"))),
    "secret_prefix_stripped@whsec": lambda raw: sign(raw, secrets["whsec"].removeprefix("whsec_")),
    "secret_base64_decoded@base64": lambda raw: sign(raw, base64.b64decode(secrets["base64"])),
    "secret_base64_decoded@odd": lambda raw: sign(raw, base64.b64decode(secrets["odd"] + "==")),
    "secret_hex_decoded@hex": lambda raw: sign(raw, bytes.fromhex(secrets["hex"])),
    "secret_python_bytes": lambda raw: sign(raw, str(secrets["ascii"].encode())),
    "digest_sha256": lambda raw: sign(raw, hash=hashlib.sha256),
    "digest_md5": lambda raw: sign(raw, hash=hashlib.md5),
}
digests["secret_python_bytes@ascii"] = digests.pop("secret_python_bytes")
forms = {
    "format_python_bytes": lambda digest: str(base64.b16encode(digest).lower()),
    "format_python_bytes#raw": lambda digest: str(digest),
    "format_base64": lambda digest: base64.b64encode(digest).decode(),
    "format_byte_list": lambda digest: str(list(digest)),
    "format_prefix": lambda digest: "sha1=" + digest.hex(),
}


def content(bug, raw):
    try:
        data = bug(raw)
    except KeyError:
        return None
    return None if data is None else sign(data).hexdigest()


out = {name: [content(bug, raw) for raw in bodies] for name, bug in bugs.items()}
out |= {name: [bug(raw).hexdigest() for raw in bodies] for name, bug in digests.items()}
out |= {name: [form(sign(raw).digest()) for raw in bodies] for name, form in forms.items()}
json.dump(out, sys.stdout)
