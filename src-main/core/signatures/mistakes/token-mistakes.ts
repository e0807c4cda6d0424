/** Mistakes with a token, of profiles that send the secret itself. */
import { headerOf } from '../../routing/received-signature.ts';
import { found, type RequestFacts, type RequestMistake } from './request-mistake.ts';

const tokenOf = ({ profile: { signature }, headers }: RequestFacts): string | null =>
  signature.kind === 'token' ? (headerOf(headers, signature.header) ?? null) : null;

/** A token that becomes the secret by a change. The difference doesn't show either. */
const token = (
  code: string,
  message: string,
  change: (token: string, secret: string) => boolean,
): RequestMistake => ({
  code,
  fix: 'exact_secret',
  find: (facts) => {
    const received = tokenOf(facts);
    return received === null || received === facts.secret || !change(received, facts.secret)
      ? null
      : found(message, 'secret', facts.secret, received);
  },
});

export const tokenMistakes: readonly RequestMistake[] = [
  token(
    'token_white_space',
    'The token has whitespace around it.',
    (text, secret) => text.trim() === secret.trim(),
  ),
  token(
    'token_scheme',
    'The token follows a scheme such as "Bearer".',
    (text, secret) => /^\w+\s+(.*)$/s.exec(text)?.[1] === secret,
  ),
  token(
    'token_quoted',
    'The token has quotes around it.',
    (text, secret) => /^(["'])(.*)\1$/s.exec(text)?.[2] === secret,
  ),
  token(
    'token_case',
    'The token has different uppercase and lowercase letters.',
    (text, secret) => text.toLowerCase() === secret.toLowerCase(),
  ),
  token('token_empty', 'The token is empty.', (text) => text === ''),
  token(
    'token_part',
    'The token is only a part of the secret, or the other way around.',
    (text, secret) =>
      text !== '' && secret !== '' && (secret.includes(text) || text.includes(secret)),
  ),
  {
    code: 'token_hashed',
    fix: 'header_name',
    find: (facts) => {
      const received = tokenOf(facts);
      return received !== null &&
        received !== facts.secret &&
        /^(?:sha\d+=)?[\da-f]{40,}$/i.test(received)
        ? found(
            'The header has a digest; this profile sends the secret itself.',
            'secret',
            facts.secret,
            received,
          )
        : null;
    },
  },
];
