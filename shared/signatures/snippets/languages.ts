/** The languages of fixes and receivers, in display order. Those with one framework are here as a whole. */
import { go } from './go.ts';
import { node } from './node.ts';
import { php } from './php.ts';
import { python } from './python.ts';
import { ruby } from './ruby.ts';
import { forPlainHash, type LanguageTemplate } from './snippet.ts';

const java = {
  id: 'java',
  name: 'Java',
  fixes: ({ hash, header }) => ({
    raw_body:
      'Take the body as @RequestBody byte[] rawBody and hash it before the object mapper reads it.',
    exact_secret:
      'Pass the secret unchanged: System.getenv("WEBHOOK_SECRET").getBytes(StandardCharsets.UTF_8), without strip() or quotes in the configuration.',
    secret_bytes: `The key is the text itself: new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "Hmac${hash.toUpperCase()}"), not Base64.getDecoder() or HexFormat.`,
    loaded_secret:
      'Read it with Objects.requireNonNull(System.getenv("WEBHOOK_SECRET")); String.valueOf(null) is the text "null".',
    right_secret:
      "Set this destination's current secret in the properties of the active profile, then restart the application.",
    hash: `Mac.getInstance("Hmac${hash.toUpperCase()}")`,
    keyed_hash: `Use Mac.getInstance("Hmac${hash.toUpperCase()}"), init(new SecretKeySpec(secretBytes, "Hmac${hash.toUpperCase()}")), doFinal(rawBody), not MessageDigest.`,
    hex: `HexFormat.of().formatHex(mac.doFinal(rawBody)) matches ${header}.`,
    whole_header:
      'Compare the bare value: MessageDigest.isEqual(digest.getBytes(), header.getBytes()).',
  }),
  frameworks: [
    forPlainHash({
      id: 'spring',
      title: 'Spring',
      file: 'WebhookController.java',
      install: null,
      code: ({ hash, header }, variable) => `import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class WebhookController {
  private final byte[] secret =
      Objects.requireNonNull(System.getenv("${variable}"), "${variable} is not set.")
          .getBytes(StandardCharsets.UTF_8);

  // byte[]: the body as it arrived, before any object mapper.
  @PostMapping("/webhook")
  public ResponseEntity<Void> webhook(
      @RequestBody(required = false) byte[] rawBody,
      @RequestHeader(name = "${header}", required = false) String header)
      throws GeneralSecurityException {
    if (rawBody == null || header == null || !isSigned(rawBody, header)) {
      return ResponseEntity.status(401).build();
    }
    // Read it with your ObjectMapper now: objectMapper.readTree(rawBody)
    return ResponseEntity.ok().build();
  }

  private boolean isSigned(byte[] rawBody, String header) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("Hmac${hash.toUpperCase()}");
    mac.init(new SecretKeySpec(secret, "Hmac${hash.toUpperCase()}"));
    String digest = HexFormat.of().formatHex(mac.doFinal(rawBody));
    return MessageDigest.isEqual(
        digest.getBytes(StandardCharsets.UTF_8), header.getBytes(StandardCharsets.UTF_8));
  }
}
`,
    }),
  ],
} as const satisfies LanguageTemplate;

const csharp = {
  id: 'csharp',
  name: 'C#',
  fixes: ({ hash, header }) => ({
    raw_body: 'Copy Request.Body into a MemoryStream and hash its bytes, then deserialize them.',
    exact_secret:
      'Pass the secret unchanged: Encoding.UTF8.GetBytes(configuration["WEBHOOK_SECRET"]!), without Trim() or quotes in the configuration.',
    secret_bytes:
      'The key is the text itself: Encoding.UTF8.GetBytes(secret), not Convert.FromBase64String or FromHexString.',
    loaded_secret:
      'configuration["WEBHOOK_SECRET"] is null if it is missing. Throw at startup instead of falling back to "".',
    right_secret:
      "Set this destination's current secret in the configuration of the active environment, then restart the application.",
    hash: `HMAC${hash.toUpperCase()}.HashData(key, rawBody)`,
    keyed_hash: `Use HMAC${hash.toUpperCase()}.HashData(secretBytes, rawBody), the key first, not ${hash.toUpperCase()}.HashData.`,
    hex: `Convert.ToHexStringLower(digest) matches ${header} (before .NET 9: Convert.ToHexString(digest).ToLowerInvariant()).`,
    whole_header: `Compare the bare value: CryptographicOperations.FixedTimeEquals over the bytes of the digest and of Request.Headers["${header}"].`,
  }),
  frameworks: [
    forPlainHash({
      id: 'aspnet',
      title: 'ASP.NET',
      file: 'Program.cs',
      install: null,
      code: ({ hash, header }, variable) => `using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

var app = WebApplication.CreateBuilder(args).Build();
var text = Environment.GetEnvironmentVariable("${variable}");
if (string.IsNullOrEmpty(text)) throw new InvalidOperationException("${variable} is not set.");
var secret = Encoding.UTF8.GetBytes(text);

app.MapPost("/webhook", async (HttpRequest request) =>
{
    // The raw bytes, not a bound parameter.
    using var buffer = new MemoryStream();
    await request.Body.CopyToAsync(buffer);
    var rawBody = buffer.ToArray();
    if (!IsSigned(rawBody, request.Headers["${header}"].ToString()))
    {
        return Results.Unauthorized();
    }
    using var json = JsonDocument.Parse(rawBody);
    app.Logger.LogInformation("{Type}", json.RootElement.GetProperty("type").GetString());
    return Results.Ok();
});

app.Run();

bool IsSigned(byte[] rawBody, string header)
{
    var digest = Convert.ToHexString(HMAC${hash.toUpperCase()}.HashData(secret, rawBody)).ToLowerInvariant();
    return CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes(digest), Encoding.UTF8.GetBytes(header));
}
`,
    }),
  ],
} as const satisfies LanguageTemplate;

const typeOf = (hash: string): string => `${hash.charAt(0).toUpperCase()}${hash.slice(1)}`;

/** SHA-256 and SHA-512 are in one crate. */
const crate = (hash: string): string => (hash === 'sha1' ? hash : 'sha2');

const rust = {
  id: 'rust',
  name: 'Rust',
  fixes: ({ hash, header }) => ({
    raw_body:
      'Extract body: axum::body::Bytes and feed it to the Hmac, then use serde_json::from_slice(&body).',
    exact_secret:
      'Pass the secret unchanged: env::var("WEBHOOK_SECRET")?.as_bytes(). Print it once with {:?} to see whitespace and quotes.',
    secret_bytes:
      'The key is the text itself: secret.as_bytes(), not a base64 or hex decoding of it.',
    loaded_secret:
      'Read it with env::var("WEBHOOK_SECRET").expect(…) instead of unwrap_or_default().',
    right_secret:
      "Set WEBHOOK_SECRET to this destination's current secret, then restart the program.",
    hash: `Hmac::<${typeOf(hash)}>::new_from_slice(secret.as_bytes())`,
    keyed_hash: `Use Hmac::<${typeOf(hash)}>::new_from_slice(secret.as_bytes()) and mac.update(&body), not ${typeOf(hash)}::digest.`,
    hex: `hex::encode(mac.finalize().into_bytes()) matches ${header}.`,
    whole_header:
      'Compare the bare value: hex::decode the header, then mac.verify_slice(&expected).',
  }),
  frameworks: [
    forPlainHash({
      id: 'axum',
      title: 'axum',
      file: 'src/main.rs',
      install: ({ signature }) =>
        `cargo add axum hmac@0.12 ${crate('hash' in signature ? signature.hash : 'sha1')}@0.10 hex serde_json tokio --features tokio/full`,
      code: ({ hash, header }, variable) => `use axum::{
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
    routing::post,
    Router,
};
use hmac::{Hmac, Mac};
use ${crate(hash)}::${typeOf(hash)};

fn is_signed(secret: &str, raw_body: &[u8], header: &str) -> bool {
    // hex::decode also accepts uppercase, which ${header} never has.
    if header.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return false;
    }
    let Ok(received) = hex::decode(header) else {
        return false;
    };
    let mut mac = Hmac::<${typeOf(hash)}>::new_from_slice(secret.as_bytes()).expect("any length will do");
    mac.update(raw_body);
    // In constant time.
    mac.verify_slice(&received).is_ok()
}

// Bytes, not Json: the body as it arrived.
async fn webhook(State(secret): State<String>, headers: HeaderMap, raw_body: Bytes) -> StatusCode {
    let header = headers
        .get("${header.toLowerCase()}")
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    if !is_signed(&secret, &raw_body, header) {
        return StatusCode::UNAUTHORIZED;
    }
    let Ok(event) = serde_json::from_slice::<serde_json::Value>(&raw_body) else {
        return StatusCode::BAD_REQUEST;
    };
    println!("{}", event["type"]);
    StatusCode::OK
}

#[tokio::main]
async fn main() {
    let secret = std::env::var("${variable}")
        .ok()
        .filter(|secret| !secret.is_empty())
        .expect("${variable} is not set.");
    let port = std::env::var("PORT").unwrap_or_else(|_| "3000".to_string());
    let app = Router::new().route("/webhook", post(webhook)).with_state(secret);
    let listener = tokio::net::TcpListener::bind(format!("127.0.0.1:{port}"))
        .await
        .expect("the port is free");
    axum::serve(listener, app).await.expect("the server runs");
}
`,
    }),
  ],
} as const satisfies LanguageTemplate;

export const languages = [node, python, go, ruby, php, java, csharp, rust] as const;
