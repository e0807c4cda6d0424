/** Whether a secret has the form that its profile needs (D55). */
import { headerValueProblem } from '../lib/static-header.ts';
import type { SignatureScheme } from '../schemas/profile.ts';

const forms = {
  base64: /^[A-Za-z0-9+/]+={0,2}$/,
  hex: /^([0-9a-fA-F]{2})+$/,
} as const;

/** Shortest keys that verifiers accept. */
const minKeyBytes = 24;

/** The length of the bytes in a text that has the form. */
const byteCount = (text: string, form: keyof typeof forms): number =>
  form === 'hex' ? text.length / 2 : Math.floor((text.replace(/=+$/, '').length * 3) / 4);

/** Form of the public key that receivers verify with; null for shared secrets. */
export function publicKeyForm(signature: SignatureScheme): string | null {
  if (signature.kind !== 'ed25519' && signature.kind !== 'ecdsa_p256') return null;
  const form = signature.keyForm === 'hex' ? 'hex' : 'Base64';
  return signature.kind === 'ed25519' ? `Ed25519, 32 bytes in ${form}` : `P-256, SPKI in ${form}`;
}

/** What is wrong with a secret, and the fix; null if nothing is. */
export function secretProblem(
  signature: SignatureScheme,
  secret: string,
  noun = 'Shared secret',
  fix = 'Generate one.',
): string | null {
  if (secret === '' || signature.kind === 'none') return null;
  if (signature.kind === 'token') return headerValueProblem(signature.header, secret);
  const { keyForm, keyPrefix } = signature;
  if (keyForm === 'text') return null;
  const text = secret.startsWith(keyPrefix) ? secret.slice(keyPrefix.length) : secret;
  const name = keyForm === 'hex' ? 'hex' : 'Base64';
  const prefix = keyPrefix === '' ? '' : `, after "${keyPrefix}"`;
  if (!forms[keyForm].test(text)) return `${noun} must be ${name}${prefix}. ${fix}`;
  return byteCount(text, keyForm) < minKeyBytes
    ? `${noun} is too short: at least ${minKeyBytes} bytes in ${name}. ${fix}`
    : null;
}
