/** Mistakes in the URL of profiles that sign it. */
import { type ContentFacts, type ContentMistake, one, signed, uses } from './content-mistake.ts';

/** URLs that differ from the signed one in one way. */
const changingUrl =
  (
    change: (url: URL, facts: ContentFacts) => readonly (string | null)[],
  ): ContentMistake['change'] =>
  (facts) => {
    const url = URL.parse(facts.url);
    if (url === null || !uses(facts, 'url')) return [];
    return change(url, facts).flatMap((changed) =>
      changed === null || changed === facts.url ? [] : [{ url: changed }],
    );
  };

const withPath = (url: URL, path: string): string => `${url.origin}${path}${url.search}`;

/** The text of a URL, which `URL` would normalize: a default port, for example. */
const rest = ({ pathname, search }: URL): string => `${pathname}${search}`;

/** The URL without the parameter that holds the hash of the body. */
function withoutBodyHash({ url, bodyHashParameter }: ContentFacts): string | null {
  return bodyHashParameter === null
    ? null
    : url.replace(new RegExp(`[?&]${bodyHashParameter}=[^&]*$`), '');
}

export const urlMistakes: readonly ContentMistake[] = [
  one(
    'url_scheme',
    `${signed} the URL with another scheme (http or https).`,
    'request_url',
    changingUrl(({ href }, { url }) => [
      href.startsWith('https:')
        ? url.replace(/^https:/i, 'http:')
        : url.replace(/^http:/i, 'https:'),
    ]),
  ),
  one(
    'url_trailing_slash',
    `${signed} the URL with or without a trailing slash.`,
    'request_url',
    changingUrl((url) => [
      withPath(url, url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`),
    ]),
  ),
  one(
    'url_query',
    `${signed} the URL without its query.`,
    'request_url',
    changingUrl((url) => [`${url.origin}${url.pathname}`]),
  ),
  one(
    'url_body_hash',
    `${signed} the URL without the hash of the body.`,
    'request_url',
    changingUrl((_, facts) => [withoutBodyHash(facts)]),
  ),
  one(
    'url_port',
    `${signed} the URL with or without its port.`,
    'request_url',
    changingUrl((url) => [
      `${url.protocol}//${url.hostname}${rest(url)}`,
      ...['80', '443', '8080', '3000'].map(
        (port) => `${url.protocol}//${url.hostname}:${port}${rest(url)}`,
      ),
    ]),
  ),
  one(
    'url_path_only',
    `${signed} the path instead of the whole URL.`,
    'request_url',
    changingUrl((url) => [url.pathname, rest(url)]),
  ),
  one(
    'url_decoded',
    `${signed} the URL decoded or encoded in another way.`,
    'request_url',
    changingUrl((url, { url: text }) => {
      try {
        return [decodeURI(text), decodeURIComponent(text), encodeURI(text), url.href];
      } catch {
        return [encodeURI(text), url.href];
      }
    }),
  ),
  one(
    'url_host',
    `${signed} another URL, such as the URL of a proxy or tunnel.`,
    'request_url',
    changingUrl((url, { otherUrls }) =>
      otherUrls.flatMap((other) => {
        const known = URL.parse(other);
        if (known === null) return [];
        return [other, `${known.origin}${rest(url)}`, `${url.protocol}//${known.host}${rest(url)}`];
      }),
    ),
  ),
];
