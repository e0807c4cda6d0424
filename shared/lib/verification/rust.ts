import type { VerificationSnippet } from './snippet.ts';

export const rustSnippets: readonly VerificationSnippet[] = [
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
    // hex::decode also accepts uppercase, which X-Signature never has.
    if header.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return false;
    }
    let Ok(received) = hex::decode(header) else {
        return false;
    };
    let mut mac = Hmac::<Sha1>::new_from_slice(secret.as_bytes()).expect("any length will do");
    mac.update(raw_body);
    // In constant time.
    mac.verify_slice(&received).is_ok()
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
