/** Fixes for the receiver in each language. */
import type { Language } from '#shared/schemas/signature.ts';

type Fix = { readonly any: string } & Readonly<Record<Language, string>>;

const rawBody: Fix = {
  any: 'Hash the bytes of the request body exactly as they arrived, before anything parses or decodes them; parse afterwards.',
  node: "Hash the raw body, a Buffer, and parse it afterwards: express.raw({ type: 'application/json' }) in Express, a content type parser with { parseAs: 'buffer' } in Fastify, await request.arrayBuffer() in a Next.js route handler; then createHmac('sha1', secret).update(rawBody).",
  python:
    "Hash the raw bytes, not what json.loads gave: request.get_data() in Flask, await request.body() in FastAPI, request.body in Django; then hmac.new(secret.encode(), raw_body, 'sha1').",
  go: 'Hash what io.ReadAll(r.Body) gives, and json.Unmarshal those same bytes afterwards; do not marshal again, and do not read the body a second time.',
  ruby: "Hash request.raw_post (Rails) or request.body.read (Sinatra), not params or to_json: OpenSSL::HMAC.hexdigest('SHA1', secret, raw_body).",
  php: "Hash file_get_contents('php://input'), not json_encode of the decoded body: hash_hmac('sha1', $rawBody, $secret).",
  java: 'Take the body as @RequestBody byte[] rawBody and hash these bytes; let the object mapper read them afterwards.',
  csharp:
    'Copy Request.Body into a MemoryStream and hash its bytes; deserialize from these bytes afterwards.',
  rust: 'Extract body: axum::body::Bytes and feed it to the Hmac; serde_json::from_slice(&body) afterwards.',
};

const exactSecret: Fix = {
  any: 'Use the shared secret exactly as it is set in the destination, without adding or removing characters.',
  node: "Pass the secret exactly as it is: createHmac('sha1', process.env.WEBHOOK_SECRET); print JSON.stringify(process.env.WEBHOOK_SECRET) once to see white space and quotes.",
  python:
    "Pass the secret exactly as it is: hmac.new(os.environ['WEBHOOK_SECRET'].encode(), raw_body, 'sha1'); print repr() of it once to see white space and quotes.",
  go: 'Pass the secret exactly as it is: hmac.New(sha1.New, []byte(os.Getenv("WEBHOOK_SECRET"))); print it once with %q to see white space and quotes.',
  ruby: "Pass the secret exactly as it is: OpenSSL::HMAC.hexdigest('SHA1', ENV.fetch('WEBHOOK_SECRET'), raw_body); p it once to see white space and quotes.",
  php: "Pass the secret exactly as it is: hash_hmac('sha1', $rawBody, getenv('WEBHOOK_SECRET')); var_dump it once to see white space and quotes.",
  java: 'Pass the secret exactly as it is: System.getenv("WEBHOOK_SECRET").getBytes(StandardCharsets.UTF_8), with no strip() or quotes around it in the configuration.',
  csharp:
    'Pass the secret exactly as it is: Encoding.UTF8.GetBytes(configuration["WEBHOOK_SECRET"]!), with no Trim() or quotes around it in the configuration.',
  rust: 'Pass the secret exactly as it is: env::var("WEBHOOK_SECRET")?.as_bytes(); print it once with {:?} to see white space and quotes.',
};

const secretBytes: Fix = {
  any: 'The key is the text of the secret itself as UTF-8: do not decode or encode it in any other way.',
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
  any: 'Check where the receiver reads its secret: it was not set. Fail at startup without one.',
  node: 'process.env.WEBHOOK_SECRET is not set in this process: load it (node --env-file=.env), and throw at the start when it is missing.',
  python:
    "Read it with os.environ['WEBHOOK_SECRET'], which fails when it is missing, rather than os.environ.get or an f-string of None.",
  go: 'os.Getenv gives "" for a variable that is not set: use os.LookupEnv and stop when it is missing.',
  ruby: "Read it with ENV.fetch('WEBHOOK_SECRET'), which fails when it is missing, rather than ENV[…].to_s.",
  php: "getenv('WEBHOOK_SECRET') is false when it is missing, and false counts as an empty text: check it before hashing.",
  java: 'Read it with Objects.requireNonNull(System.getenv("WEBHOOK_SECRET")); String.valueOf(null) is the text "null".',
  csharp:
    'configuration["WEBHOOK_SECRET"] is null when it is missing: throw at the start rather than fall back to "".',
  rust: 'Read it with env::var("WEBHOOK_SECRET").expect(…) rather than unwrap_or_default().',
};

const rightSecret: Fix = {
  any: "Put the current secret of this destination into the receiver's configuration, and restart the receiver.",
  node: 'Put the current secret of this destination into WEBHOOK_SECRET, and restart the process: process.env is read at its start.',
  python:
    'Put the current secret of this destination into WEBHOOK_SECRET, and restart the workers.',
  go: 'Put the current secret of this destination into WEBHOOK_SECRET, and restart the program.',
  ruby: 'Put the current secret of this destination into WEBHOOK_SECRET or the credentials, and restart the server.',
  php: 'Put the current secret of this destination into the configuration, and reload PHP-FPM (and clear a cached configuration).',
  java: "Put the current secret of this destination into the application's properties of the active profile, and restart it.",
  csharp:
    'Put the current secret of this destination into the configuration of the active environment, and restart it.',
  rust: 'Put the current secret of this destination into WEBHOOK_SECRET, and restart the program.',
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
  any: 'Compute an HMAC, with the secret as the key and the body as the data: a plain hash is not an HMAC.',
  node: "Use createHmac('sha1', secret).update(rawBody), not createHash('sha1'): the secret is the second argument of createHmac, the body goes to update.",
  python: "Use hmac.new(secret.encode(), raw_body, 'sha1'), key first, not hashlib.sha1(…).",
  go: 'Use hmac.New(sha1.New, []byte(secret)) and mac.Write(body), not sha1.Sum.',
  ruby: "Use OpenSSL::HMAC.hexdigest('SHA1', secret, raw_body), the key before the data, not Digest::SHA1.",
  php: "Use hash_hmac('sha1', $rawBody, $secret), the data before the key, not sha1() or hash().",
  java: 'Use Mac.getInstance("HmacSHA1"), init(new SecretKeySpec(secretBytes, "HmacSHA1")), doFinal(rawBody), not MessageDigest.',
  csharp: 'Use HMACSHA1.HashData(secretBytes, rawBody), the key first, not SHA1.HashData.',
  rust: 'Use Hmac::<Sha1>::new_from_slice(secret.as_bytes()) and mac.update(&body), not Sha1::digest.',
};

const hex: Fix = {
  any: 'Write the digest as 40 lowercase hexadecimal digits, with nothing around them.',
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
  any: 'Compare with the whole value of X-Signature in constant time: it is the bare digest, with no prefix, scheme or quotes.',
  node: "Compare the bare value: timingSafeEqual(Buffer.from(req.headers['x-signature'] ?? ''), Buffer.from(digest)), after checking that the lengths are equal.",
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
