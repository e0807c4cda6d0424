import { useEffect, useState } from 'react';

async function hmacSha1(secret: string, body: string): Promise<string> {
  const encoder = new TextEncoder();
  const algorithm = { name: 'HMAC', hash: 'SHA-1' };
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), algorithm, false, [
    'sign',
  ]);
  const digest = await crypto.subtle.sign('HMAC', key, encoder.encode(body));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** X-Signature of the body; null without a secret, and until it is worked out. */
export function useSampleSignature(secret: string, body: string): string | null {
  const [signature, setSignature] = useState<string | null>(null);
  useEffect(() => {
    let outdated = false;
    const show = (digest: string | null): void => {
      if (!outdated) setSignature(digest);
    };
    if (secret === '') show(null);
    // Absent on a page that is neither HTTPS nor loopback; the digest is then made at sending only.
    else hmacSha1(secret, body).then(show, () => show('made when it is sent'));
    return () => {
      outdated = true;
    };
  }, [secret, body]);
  return secret === '' ? null : signature;
}
