/** Mistakes in the URL of profiles that sign it. */
import { type ContentFacts, type ContentMistake, signed, uses } from './content-mistake.ts';

/** URLs that differ from the signed one in one way. */
const address = (
  code: string,
  what: string,
  change: (url: URL, facts: ContentFacts) => readonly (string | null)[],
): ContentMistake =>
  signed('request_url')(code, what, (facts) => {
    const url = URL.parse(facts.url);
    if (url === null || !uses(facts, 'url')) return [];
    return change(url, facts).flatMap((changed) =>
      changed === null || changed === facts.url ? [] : [{ url: changed }],
    );
  });

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
  address('url_scheme', 'the URL with another scheme (http or https).', ({ href }, { url }) => [
    href.startsWith('https:') ? url.replace(/^https:/i, 'http:') : url.replace(/^http:/i, 'https:'),
  ]),
  address('url_trailing_slash', 'the URL with or without a trailing slash.', (url) => [
    withPath(url, url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`),
  ]),
  address('url_query', 'the URL without its query.', (url) => [`${url.origin}${url.pathname}`]),
  address('url_body_hash', 'the URL without the hash of the body.', (_, facts) => [
    withoutBodyHash(facts),
  ]),
  address('url_port', 'the URL with or without its port.', (url) => [
    `${url.protocol}//${url.hostname}${rest(url)}`,
    ...['80', '443', '8080', '3000'].map(
      (port) => `${url.protocol}//${url.hostname}:${port}${rest(url)}`,
    ),
  ]),
  address('url_path_only', 'the path instead of the whole URL.', (url) => [
    url.pathname,
    rest(url),
  ]),
  address('url_decoded', 'the URL decoded or encoded in another way.', (url, { url: text }) => {
    try {
      return [decodeURI(text), decodeURIComponent(text), encodeURI(text), url.href];
    } catch {
      return [encodeURI(text), url.href];
    }
  }),
  address('url_host', 'another URL, such as the URL of a proxy or tunnel.', (url, { otherUrls }) =>
    otherUrls.flatMap((other) => {
      const known = URL.parse(other);
      if (known === null) return [];
      return [other, `${known.origin}${rest(url)}`, `${url.protocol}//${known.host}${rest(url)}`];
    }),
  ),
];
