import type { VerificationSnippet } from './snippet.ts';

export const otherSnippets: readonly VerificationSnippet[] = [
  {
    id: 'go',
    title: 'Go net/http',
    language: 'go',
    file: 'main.go',
    install: null,
    code: (variable) => `package main

import (
	"crypto/hmac"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
)

func isSigned(secret string, rawBody []byte, header string) bool {
	mac := hmac.New(sha1.New, []byte(secret))
	mac.Write(rawBody)
	digest := hex.EncodeToString(mac.Sum(nil))
	return hmac.Equal([]byte(digest), []byte(header))
}

func main() {
	secret := os.Getenv("${variable}")
	if secret == "" {
		log.Fatal("${variable} is not set.")
	}
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	http.HandleFunc("/webhook", func(w http.ResponseWriter, r *http.Request) {
		// The bytes as they arrived; they are unmarshalled after the check.
		rawBody, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err != nil {
			http.Error(w, "cannot read the body", http.StatusBadRequest)
			return
		}
		if !isSigned(secret, rawBody, r.Header.Get("X-Signature")) {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		var event struct {
			Type string \`json:"type"\`
		}
		if err := json.Unmarshal(rawBody, &event); err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		log.Println(event.Type)
		w.WriteHeader(http.StatusOK)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
`,
  },
  {
    id: 'rails',
    title: 'Rails',
    language: 'ruby',
    file: 'app/controllers/webhooks_controller.rb',
    install: null,
    code: (variable) => `# In config/routes.rb: post "/webhook", to: "webhooks#create"
class WebhooksController < ActionController::Base
  skip_forgery_protection

  def create
    # Not params: the bytes as they arrived.
    raw_body = request.raw_post
    return head :unauthorized unless signed?(raw_body, request.headers["X-Signature"].to_s)

    event = JSON.parse(raw_body)
    Rails.logger.info(event["type"])
    head :ok
  end

  private

  def signed?(raw_body, header)
    secret = ENV.fetch("${variable}")
    raise "${variable} is empty." if secret.empty?

    digest = OpenSSL::HMAC.hexdigest("SHA1", secret, raw_body)
    ActiveSupport::SecurityUtils.secure_compare(digest, header)
  end
end
`,
  },
  {
    id: 'sinatra',
    title: 'Sinatra',
    language: 'ruby',
    file: 'receiver.rb',
    install: 'gem install sinatra rackup puma',
    code: (variable) => `require "json"
require "openssl"
require "rack/utils"
require "sinatra"

SECRET = ENV.fetch("${variable}")
abort "${variable} is empty." if SECRET.empty?

set :port, Integer(ENV.fetch("PORT", "3000"))

def signed?(raw_body, header)
  digest = OpenSSL::HMAC.hexdigest("SHA1", SECRET, raw_body)
  Rack::Utils.secure_compare(digest, header)
end

post "/webhook" do
  # Not params: the bytes as they arrived.
  raw_body = request.body.read
  halt 401 unless signed?(raw_body, request.env["HTTP_X_SIGNATURE"].to_s)

  event = JSON.parse(raw_body)
  logger.info(event["type"])
  200
end
`,
  },
  {
    id: 'php',
    title: 'PHP',
    language: 'php',
    file: 'webhook.php',
    install: null,
    code: (variable) => `<?php

declare(strict_types=1);

$secret = getenv('${variable}');
if ($secret === false || $secret === '') {
    http_response_code(500);
    error_log('${variable} is not set.');
    exit;
}

// Not json_encode of what was decoded: the bytes as they arrived.
$rawBody = file_get_contents('php://input');
$digest = hash_hmac('sha1', $rawBody, $secret);
if (!hash_equals($digest, $_SERVER['HTTP_X_SIGNATURE'] ?? '')) {
    http_response_code(401);
    exit;
}

$event = json_decode($rawBody, true, 512, JSON_THROW_ON_ERROR);
error_log($event['type']);
http_response_code(200);
`,
  },
  {
    id: 'spring',
    title: 'Spring',
    language: 'java',
    file: 'WebhookController.java',
    install: null,
    code: (variable) => `import java.nio.charset.StandardCharsets;
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
      @RequestHeader(name = "X-Signature", required = false) String header)
      throws GeneralSecurityException {
    if (rawBody == null || header == null || !isSigned(rawBody, header)) {
      return ResponseEntity.status(401).build();
    }
    // Read it with your ObjectMapper now: objectMapper.readTree(rawBody)
    return ResponseEntity.ok().build();
  }

  private boolean isSigned(byte[] rawBody, String header) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA1");
    mac.init(new SecretKeySpec(secret, "HmacSHA1"));
    String digest = HexFormat.of().formatHex(mac.doFinal(rawBody));
    return MessageDigest.isEqual(
        digest.getBytes(StandardCharsets.UTF_8), header.getBytes(StandardCharsets.UTF_8));
  }
}
`,
  },
  {
    id: 'aspnet',
    title: 'ASP.NET',
    language: 'csharp',
    file: 'Program.cs',
    install: null,
    code: (variable) => `using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

var app = WebApplication.CreateBuilder(args).Build();
var text = Environment.GetEnvironmentVariable("${variable}");
if (string.IsNullOrEmpty(text)) throw new InvalidOperationException("${variable} is not set.");
var secret = Encoding.UTF8.GetBytes(text);

app.MapPost("/webhook", async (HttpRequest request) =>
{
    // Not a bound parameter: the bytes as they arrived.
    using var buffer = new MemoryStream();
    await request.Body.CopyToAsync(buffer);
    var rawBody = buffer.ToArray();
    if (!IsSigned(rawBody, request.Headers["X-Signature"].ToString()))
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
    var digest = Convert.ToHexString(HMACSHA1.HashData(secret, rawBody)).ToLowerInvariant();
    return CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes(digest), Encoding.UTF8.GetBytes(header));
}
`,
  },
  {
    id: 'axum',
    title: 'axum',
    language: 'rust',
    file: 'src/main.rs',
    install: 'cargo add axum hmac@0.12 sha1@0.10 hex serde_json tokio --features tokio/full',
    code: (variable) => `use axum::{
    body::Bytes,
    extract::State,
    http::{HeaderMap, StatusCode},
    routing::post,
    Router,
};
use hmac::{Hmac, Mac};
use sha1::Sha1;

fn is_signed(secret: &str, raw_body: &[u8], header: &str) -> bool {
    // hex::decode would also take upper case, which X-Signature never has.
    if header.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return false;
    }
    let Ok(given) = hex::decode(header) else {
        return false;
    };
    let mut mac = Hmac::<Sha1>::new_from_slice(secret.as_bytes()).expect("any length will do");
    mac.update(raw_body);
    // In constant time.
    mac.verify_slice(&given).is_ok()
}

// Bytes, not Json: the body as it arrived.
async fn webhook(State(secret): State<String>, headers: HeaderMap, raw_body: Bytes) -> StatusCode {
    let header = headers
        .get("x-signature")
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
  },
];
