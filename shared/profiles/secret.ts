/** Whether a secret has the form that its profile needs (D55). */

import { headerValueProblem } from '#shared/kit/static-header.ts';
import { visibleText } from '#shared/kit/visible-text.ts';
import type { SignatureScheme } from './profile.ts';

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

const invisible = /[\s\p{Cc}\p{Cf}]/u;

interface Copied {
  readonly secret: string;
  /** Without the prefix. */
  readonly text: string;
  readonly keyPrefix: string;
  readonly keyForm: 'base64' | 'hex';
}

/** Mistakes in copying a secret that is decoded, each with its fix. */
const copyMistakes: readonly ((copied: Copied) => string | false)[] = [
  ({ secret }) => {
    const [found] = invisible.exec(secret) ?? [];
    return (
      found !== undefined &&
      `has whitespace or an invisible character (${visibleText(found)}). Remove it.`
    );
  },
  ({ secret }) => /^(["'`]).*\1$/.test(secret) && 'has quotes around it. Remove them.',
  ({ secret }) => {
    const [found] = /^(?:v\d+a?[,=]|sha\d+=)/.exec(secret) ?? [];
    return (
      found !== undefined && `starts with "${found}", which belongs to a signature. Remove it.`
    );
  },
  ({ text, keyPrefix }) =>
    keyPrefix !== '' &&
    text.startsWith(keyPrefix) &&
    `has the prefix "${keyPrefix}" twice. Remove one.`,
  ({ text, keyForm }) =>
    keyForm === 'base64' &&
    // Unlike words with hyphens, a key has letters of both cases and digits.
    [/^[A-Za-z\d_-]{32,}={0,2}$/, /[-_]/, /[a-z]/, /[A-Z]/, /\d/].every((part) =>
      part.test(text),
    ) &&
    'is in base64url. Replace each "-" with + and each "_" with /.',
];

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
  if (!forms[keyForm].test(text)) {
    for (const find of copyMistakes) {
      const mistake = find({ secret, text, keyPrefix, keyForm });
      if (typeof mistake === 'string') return `${noun} ${mistake}`;
    }
    return `${noun} must be ${name}${prefix}. ${fix}`;
  }
  return byteCount(text, keyForm) < minKeyBytes
    ? `${noun} is too short: at least ${minKeyBytes} bytes in ${name}. ${fix}`
    : null;
}
