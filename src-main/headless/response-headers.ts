/** Headers of every answer of the interface. */

export function securityHeaders(host: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // The code views write their style sheets into the page as it runs.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    // Not every browser takes 'self' to cover the socket of the same host.
    `connect-src 'self' ws://${host}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  };
}
