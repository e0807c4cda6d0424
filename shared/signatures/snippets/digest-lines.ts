/** The lines of a receiver that compute the digest, and what a fix changes in them. */
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import type { Language, SignatureCause } from '../signature.ts';

interface Parts {
  readonly hash: string;
  readonly key: string;
  readonly data: string;
  readonly encoding: 'hex' | 'base64';
}

/** Code of a framework. */
interface Handler {
  /** Of its snippet. */
  readonly id: string;
  readonly title: string;
  /** The body as it arrived, and parsed and serialized again. */
  readonly raw: string;
  readonly parsed: string;
  /** Returns a value with status 401. */
  readonly respond: (value: string) => string;
}

interface LanguageLines {
  readonly digest: (parts: Parts) => readonly string[];
  readonly key: string;
  /** Bytes as text that every response can hold. */
  readonly hex: (bytes: string) => string;
  /** The key, decoded though it is text. */
  readonly decodedKey: string;
  /** The variable with the digest. */
  readonly name: string;
  /** The most common one first. */
  readonly handlers: readonly [Handler, ...Handler[]];
}

const upper = (hash: string): string => hash.toUpperCase();

const lines: Readonly<Record<Language, LanguageLines>> = {
  node: {
    digest: ({ hash, key, data, encoding }) => [
      `const digest = createHmac('${hash}', ${key}).update(${data}).digest('${encoding}');`,
    ],
    hex: (bytes) => `${bytes}.toString('hex')`,
    key: 'secret',
    decodedKey: "Buffer.from(secret, 'base64')",
    name: 'digest',
    handlers: [
      {
        ...{ id: 'express', title: 'Express', raw: 'rawBody', parsed: 'JSON.stringify(req.body)' },
        respond: (value) => `return res.status(401).json({ computed: ${value} });`,
      },
      {
        ...{ id: 'fastify', title: 'Fastify', raw: 'rawBody' },
        parsed: 'JSON.stringify(request.body)',
        respond: (value) => `return reply.code(401).send({ computed: ${value} });`,
      },
      {
        ...{ id: 'nextjs', title: 'Next.js' },
        raw: 'Buffer.from(await request.arrayBuffer())',
        parsed: 'JSON.stringify(await request.json())',
        respond: (value) => `return Response.json({ computed: ${value} }, { status: 401 });`,
      },
    ],
  },
  python: {
    digest: ({ hash, key, data, encoding }) => {
      const mac = `hmac.new(${key}, ${data}, "${hash}")`;
      return [
        `expected = ${encoding === 'hex' ? `${mac}.hexdigest()` : `base64.b64encode(${mac}.digest()).decode()`}`,
      ];
    },
    hex: (bytes) => (bytes.startsWith('await ') ? `(${bytes}).hex()` : `${bytes}.hex()`),
    key: 'secret.encode()',
    decodedKey: 'base64.b64decode(secret)',
    name: 'expected',
    handlers: [
      {
        ...{ id: 'flask', title: 'Flask', raw: 'request.get_data()' },
        parsed: 'json.dumps(request.json).encode()',
        respond: (value) => `return {"computed": ${value}}, 401`,
      },
      {
        ...{ id: 'fastapi', title: 'FastAPI', raw: 'await request.body()' },
        parsed: 'json.dumps(await request.json()).encode()',
        respond: (value) => `return JSONResponse({"computed": ${value}}, status_code=401)`,
      },
      {
        ...{ id: 'django', title: 'Django', raw: 'request.body' },
        parsed: 'json.dumps(json.loads(request.body)).encode()',
        respond: (value) => `return JsonResponse({"computed": ${value}}, status=401)`,
      },
    ],
  },
  go: {
    digest: ({ hash, key, data, encoding }) => [
      `mac := hmac.New(${hash}.New, ${key})`,
      `mac.Write(${data})`,
      `digest := ${encoding === 'hex' ? 'hex' : 'base64.StdEncoding'}.EncodeToString(mac.Sum(nil))`,
    ],
    hex: (bytes) => `hex.EncodeToString(${bytes})`,
    key: '[]byte(secret)',
    decodedKey: 'decodedSecret',
    name: 'digest',
    handlers: [
      {
        ...{ id: 'go', title: 'Go', raw: 'rawBody', parsed: 'marshaledBody' },
        respond: (value) => `http.Error(w, ${value}, http.StatusUnauthorized)`,
      },
    ],
  },
  ruby: {
    digest: ({ hash, key, data, encoding }) => {
      const given = `("${upper(hash)}", ${key}, ${data})`;
      return [
        `digest = ${encoding === 'hex' ? `OpenSSL::HMAC.hexdigest${given}` : `Base64.strict_encode64(OpenSSL::HMAC.digest${given})`}`,
      ];
    },
    hex: (bytes) => `${bytes}.unpack1("H*")`,
    key: 'secret',
    decodedKey: 'Base64.decode64(secret)',
    name: 'digest',
    handlers: [
      {
        ...{ id: 'rails', title: 'Rails', raw: 'request.raw_post', parsed: 'params.to_json' },
        respond: (value) => `render plain: ${value}, status: :unauthorized`,
      },
      {
        ...{ id: 'sinatra', title: 'Sinatra', raw: 'request.body.read' },
        parsed: 'JSON.parse(request.body.read).to_json',
        respond: (value) => `halt 401, ${value}`,
      },
    ],
  },
  php: {
    digest: ({ hash, key, data, encoding }) => [
      `$digest = ${encoding === 'hex' ? `hash_hmac('${hash}', ${data}, ${key})` : `base64_encode(hash_hmac('${hash}', ${data}, ${key}, true))`};`,
    ],
    hex: (bytes) => `bin2hex(${bytes})`,
    key: '$secret',
    decodedKey: 'base64_decode($secret)',
    name: '$digest',
    handlers: [
      {
        ...{ id: 'php', title: 'PHP', raw: "file_get_contents('php://input')" },
        parsed: 'json_encode($payload)',
        respond: (value) => `http_response_code(401); exit(${value});`,
      },
    ],
  },
  java: {
    digest: ({ hash, key, data, encoding }) => [
      `Mac mac = Mac.getInstance("Hmac${upper(hash)}");`,
      `mac.init(new SecretKeySpec(${key}, "Hmac${upper(hash)}"));`,
      `byte[] hash = mac.doFinal(${data});`,
      `String digest = ${encoding === 'hex' ? 'HexFormat.of().formatHex(hash)' : 'Base64.getEncoder().encodeToString(hash)'};`,
    ],
    hex: (bytes) => `HexFormat.of().formatHex(${bytes})`,
    key: 'secret.getBytes(StandardCharsets.UTF_8)',
    decodedKey: 'Base64.getDecoder().decode(secret)',
    name: 'digest',
    handlers: [
      {
        ...{ id: 'spring', title: 'Spring', raw: 'rawBody' },
        parsed: 'objectMapper.writeValueAsBytes(payload)',
        respond: (value) => `return ResponseEntity.status(401).body(${value});`,
      },
    ],
  },
  csharp: {
    digest: ({ hash, key, data, encoding }) => [
      `var hash = HMAC${upper(hash)}.HashData(${key}, ${data});`,
      `var digest = ${encoding === 'hex' ? 'Convert.ToHexStringLower' : 'Convert.ToBase64String'}(hash);`,
    ],
    hex: (bytes) => `Convert.ToHexStringLower(${bytes})`,
    key: 'Encoding.UTF8.GetBytes(secret)',
    decodedKey: 'Convert.FromBase64String(secret)',
    name: 'digest',
    handlers: [
      {
        ...{ id: 'aspnet', title: 'ASP.NET', raw: 'rawBody' },
        parsed: 'JsonSerializer.SerializeToUtf8Bytes(payload)',
        respond: (value) => `return Results.Text(${value}, statusCode: 401);`,
      },
    ],
  },
  rust: {
    digest: ({ hash, key, data, encoding }) => [
      `let mut mac = Hmac::<${upper(hash).charAt(0)}${hash.slice(1)}>::new_from_slice(${key})?;`,
      `mac.update(${data});`,
      `let digest = ${encoding === 'hex' ? 'hex::encode' : 'BASE64_STANDARD.encode'}(mac.finalize().into_bytes());`,
    ],
    hex: (bytes) => `hex::encode(${bytes})`,
    key: 'secret.as_bytes()',
    decodedKey: '&decoded_secret',
    name: 'digest',
    handlers: [
      {
        ...{ id: 'axum', title: 'axum', raw: '&raw_body' },
        parsed: '&serde_json::to_vec(&payload)?',
        respond: (value) => `return (StatusCode::UNAUTHORIZED, ${value}).into_response();`,
      },
    ],
  },
};

/** Of the framework, else the most common one of the language. */
const handlerOf = (language: Language, framework: string | null): Handler => {
  const { handlers } = lines[language];
  return handlers.find(({ id }) => id === framework) ?? handlers[0];
};

/** What a fix changes in the code. */
export interface FixLines {
  /** Empty if it isn't known which code made the mistake. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  /** Such as `Flask`. */
  readonly title: string;
}

type Fixed = Pick<SignatureCause, 'code' | 'fixCode' | 'language'>;

/** The parts with the mistake; null if the lines don't show it. */
function wrongParts(
  { code, fixCode }: Fixed,
  parsed: string,
  decodedKey: string,
): Partial<Parts> | null {
  switch (fixCode) {
    case 'raw_body':
      return /^(?:json_|number_precision)/.test(code) ? { data: parsed } : null;
    case 'hash':
      return { hash: code.replace('digest_', '') };
    case 'secret_bytes':
      return code === 'secret_base64_decoded' ? { key: decodedKey } : null;
    case 'hex':
      return code === 'format_base64' ? { encoding: 'base64' } : null;
    default:
      return null;
  }
}

const isShown = new Set(['raw_body', 'hash', 'keyed_hash', 'secret_bytes', 'hex']);

/** Null if the language isn't known, or the profile signs more than the body. */
export function fixLines(
  { signature }: ProviderProfile,
  cause: Fixed,
  framework: string | null,
): FixLines | null {
  const { language, fixCode } = cause;
  if (language === null || fixCode === null || !isShown.has(fixCode)) return null;
  if (signature.kind !== 'hmac' || signature.content !== '{body}' || signature.keyForm !== 'text')
    return null;
  const { digest, key, decodedKey } = lines[language];
  const { raw, parsed, title } = handlerOf(language, framework);
  const parts: Parts = { hash: signature.hash, key, data: raw, encoding: signature.encoding };
  const wrong = wrongParts(cause, parsed, decodedKey);
  const [right, before] = [digest(parts), wrong === null ? [] : digest({ ...parts, ...wrong })];
  return {
    removed: before.filter((line) => !right.includes(line)),
    added: wrong === null ? right : right.filter((line) => !before.includes(line)),
    title,
  };
}

/** The line that returns the computed digest, or in hexadecimal the bytes that were hashed. */
export function returningLine(
  language: Language,
  framework: string | null,
  what: 'digest' | 'bytes',
): string {
  const { name, hex } = lines[language];
  const { respond, raw } = handlerOf(language, framework);
  return respond(what === 'digest' ? name : hex(raw));
}
