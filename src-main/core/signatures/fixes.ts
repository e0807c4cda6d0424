/** Fixes for the receiver in each language. */
import type { Language } from '#shared/schemas/signature.ts';

type Fix = { readonly any: string } & Readonly<Record<Language, string>>;

const rawBody: Fix = {
  any: 'Hash the bytes of the request body exactly as they arrived, before parsing or decoding them.',
  node: "Hash the raw body, a Buffer, before parsing it: express.raw({ type: 'application/json' }) in Express, a content type parser with { parseAs: 'buffer' } in Fastify, await request.arrayBuffer() in a Next.js route handler; then createHmac('sha1', secret).update(rawBody).",
  python:
    "Hash the raw bytes, not the result of json.loads: request.get_data() in Flask, await request.body() in FastAPI, request.body in Django; then hmac.new(secret.encode(), raw_body, 'sha1').",
  go: "Hash the bytes from io.ReadAll(r.Body), then json.Unmarshal the same bytes. Don't marshal again or read the body twice.",
  ruby: "Hash request.raw_post (Rails) or request.body.read (Sinatra), not params or to_json: OpenSSL::HMAC.hexdigest('SHA1', secret, raw_body).",
  php: "Hash file_get_contents('php://input'), not json_encode of the decoded body: hash_hmac('sha1', $rawBody, $secret).",
  java: 'Take the body as @RequestBody byte[] rawBody and hash it before the object mapper reads it.',
  csharp: 'Copy Request.Body into a MemoryStream and hash its bytes, then deserialize them.',
  rust: 'Extract body: axum::body::Bytes and feed it to the Hmac, then use serde_json::from_slice(&body).',
};

const exactSecret: Fix = {
  any: 'Use the shared secret exactly as set in the destination, without adding or removing characters.',
  node: "Pass the secret unchanged: createHmac('sha1', process.env.WEBHOOK_SECRET). Print JSON.stringify(process.env.WEBHOOK_SECRET) once to see whitespace and quotes.",
  python:
    "Pass the secret unchanged: hmac.new(os.environ['WEBHOOK_SECRET'].encode(), raw_body, 'sha1'). Print its repr() once to see whitespace and quotes.",
  go: 'Pass the secret unchanged: hmac.New(sha1.New, []byte(os.Getenv("WEBHOOK_SECRET"))). Print it once with %q to see whitespace and quotes.',
  ruby: "Pass the secret unchanged: OpenSSL::HMAC.hexdigest('SHA1', ENV.fetch('WEBHOOK_SECRET'), raw_body). Print it once with p to see whitespace and quotes.",
  php: "Pass the secret unchanged: hash_hmac('sha1', $rawBody, getenv('WEBHOOK_SECRET')). Print it once with var_dump to see whitespace and quotes.",
  java: 'Pass the secret unchanged: System.getenv("WEBHOOK_SECRET").getBytes(StandardCharsets.UTF_8), without strip() or quotes in the configuration.',
  csharp:
    'Pass the secret unchanged: Encoding.UTF8.GetBytes(configuration["WEBHOOK_SECRET"]!), without Trim() or quotes in the configuration.',
  rust: 'Pass the secret unchanged: env::var("WEBHOOK_SECRET")?.as_bytes(). Print it once with {:?} to see whitespace and quotes.',
};

const secretBytes: Fix = {
  any: "The key is the secret's text as UTF-8. Don't decode or encode it in any other way.",
  node: "The key is the text itself: createHmac('sha1', secret), not Buffer.from(secret, 'base64') or 'hex'.",
  python:
    "The key is the text itself: secret.encode('utf-8'), not base64.b64decode or bytes.fromhex.",
  go: 'The key is the text itself: []byte(secret), not base64 or hex.DecodeString.',
  ruby: 'The key is the text itself: pass secret, not Base64.decode64(secret) or [secret].pack("H*").',
  php: 'The key is the text itself: pass $secret, not base64_decode($secret) or hex2bin($secret).',
  java: 'The key is the text itself: new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA1"), not Base64.getDecoder() or HexFormat.',
  csharp:
    'The key is the text itself: Encoding.UTF8.GetBytes(secret), not Convert.FromBase64String or FromHexString.',
  rust: 'The key is the text itself: secret.as_bytes(), not a base64 or hex decoding of it.',
};

const loadedSecret: Fix = {
  any: "The receiver's secret is not set. Check where it is read, and fail at startup without one.",
  node: 'process.env.WEBHOOK_SECRET is not set in this process. Load it (node --env-file=.env), and throw at startup if it is missing.',
  python:
    "Read it with os.environ['WEBHOOK_SECRET'], which fails if it is missing, instead of os.environ.get or an f-string of None.",
  go: 'os.Getenv returns "" for an unset variable. Use os.LookupEnv, and exit if it is missing.',
  ruby: "Read it with ENV.fetch('WEBHOOK_SECRET'), which fails if it is missing, instead of ENV[…].to_s.",
  php: "getenv('WEBHOOK_SECRET') is false if it is missing, and false becomes an empty string. Check it before hashing.",
  java: 'Read it with Objects.requireNonNull(System.getenv("WEBHOOK_SECRET")); String.valueOf(null) is the text "null".',
  csharp:
    'configuration["WEBHOOK_SECRET"] is null if it is missing. Throw at startup instead of falling back to "".',
  rust: 'Read it with env::var("WEBHOOK_SECRET").expect(…) instead of unwrap_or_default().',
};

const rightSecret: Fix = {
  any: "Set this destination's current secret in the receiver's configuration, then restart the receiver.",
  node: "Set WEBHOOK_SECRET to this destination's current secret, then restart the process: process.env is read at startup.",
  python: "Set WEBHOOK_SECRET to this destination's current secret, then restart the workers.",
  go: "Set WEBHOOK_SECRET to this destination's current secret, then restart the program.",
  ruby: "Set this destination's current secret in WEBHOOK_SECRET or the credentials, then restart the server.",
  php: "Set this destination's current secret in the configuration, then reload PHP-FPM (and clear any configuration cache).",
  java: "Set this destination's current secret in the properties of the active profile, then restart the application.",
  csharp:
    "Set this destination's current secret in the configuration of the active environment, then restart the application.",
  rust: "Set WEBHOOK_SECRET to this destination's current secret, then restart the program.",
};

const sha1: Fix = {
  any: 'Compute an HMAC with SHA-1.',
  node: "createHmac('sha1', secret).update(rawBody).digest('hex')",
  python: 'hmac.new(secret.encode(), raw_body, hashlib.sha1).hexdigest()',
  go: 'mac := hmac.New(sha1.New, []byte(secret))',
  ruby: "OpenSSL::HMAC.hexdigest('SHA1', secret, raw_body)",
  php: "hash_hmac('sha1', $rawBody, $secret)",
  java: 'Mac.getInstance("HmacSHA1")',
  csharp: 'HMACSHA1.HashData(key, rawBody)',
  rust: 'Hmac::<Sha1>::new_from_slice(secret.as_bytes())',
};

const keyedHash: Fix = {
  any: 'Compute an HMAC with the secret as the key and the body as the data. A plain hash is not an HMAC.',
  node: "Use createHmac('sha1', secret).update(rawBody), not createHash('sha1'): pass the secret to createHmac and the body to update.",
  python: "Use hmac.new(secret.encode(), raw_body, 'sha1'), key first, not hashlib.sha1(…).",
  go: 'Use hmac.New(sha1.New, []byte(secret)) and mac.Write(body), not sha1.Sum.',
  ruby: "Use OpenSSL::HMAC.hexdigest('SHA1', secret, raw_body), the key before the data, not Digest::SHA1.",
  php: "Use hash_hmac('sha1', $rawBody, $secret), the data before the key, not sha1() or hash().",
  java: 'Use Mac.getInstance("HmacSHA1"), init(new SecretKeySpec(secretBytes, "HmacSHA1")), doFinal(rawBody), not MessageDigest.',
  csharp: 'Use HMACSHA1.HashData(secretBytes, rawBody), the key first, not SHA1.HashData.',
  rust: 'Use Hmac::<Sha1>::new_from_slice(secret.as_bytes()) and mac.update(&body), not Sha1::digest.',
};

const hex: Fix = {
  any: 'Write the digest as 40 lowercase hexadecimal digits and nothing else.',
  node: ".digest('hex') matches X-Signature.",
  python: '.hexdigest() matches X-Signature.',
  go: 'hex.EncodeToString(mac.Sum(nil)) matches X-Signature.',
  ruby: 'OpenSSL::HMAC.hexdigest matches X-Signature.',
  php: 'hash_hmac without its fourth argument matches X-Signature.',
  java: 'HexFormat.of().formatHex(mac.doFinal(rawBody)) matches X-Signature.',
  csharp:
    'Convert.ToHexStringLower(digest) matches X-Signature (before .NET 9: Convert.ToHexString(digest).ToLowerInvariant()).',
  rust: 'hex::encode(mac.finalize().into_bytes()) matches X-Signature.',
};

const wholeHeader: Fix = {
  any: 'Compare with the whole X-Signature value in constant time: it is the bare digest, without a prefix, scheme or quotes.',
  node: "Compare the bare value: timingSafeEqual(Buffer.from(req.headers['x-signature'] ?? ''), Buffer.from(digest)), after comparing the lengths.",
  python:
    "Compare the bare value: hmac.compare_digest(digest, request.headers.get('X-Signature', '')).",
  go: 'Compare the bare value: hmac.Equal([]byte(digest), []byte(r.Header.Get("X-Signature"))).',
  ruby: "Compare the bare value: Rack::Utils.secure_compare(digest, request.env['HTTP_X_SIGNATURE'].to_s).",
  php: "Compare the bare value: hash_equals($digest, $_SERVER['HTTP_X_SIGNATURE'] ?? '').",
  java: 'Compare the bare value: MessageDigest.isEqual(digest.getBytes(), header.getBytes()).',
  csharp:
    'Compare the bare value: CryptographicOperations.FixedTimeEquals over the bytes of the digest and of Request.Headers["X-Signature"].',
  rust: 'Compare the bare value: hex::decode the header, then mac.verify_slice(&expected).',
};

const fixes = {
  raw_body: rawBody,
  exact_secret: exactSecret,
  secret_bytes: secretBytes,
  loaded_secret: loadedSecret,
  right_secret: rightSecret,
  sha1,
  keyed_hash: keyedHash,
  hex,
  whole_header: wholeHeader,
} as const satisfies Record<string, Fix>;

export type FixName = keyof typeof fixes;

export const fixFor = (name: FixName, language: Language | undefined): string =>
  fixes[name][language ?? 'any'];
