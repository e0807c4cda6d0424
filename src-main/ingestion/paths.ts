/** Paths used by SDKs and their meaning (D4). */
import { type SdkMessageType, sdkMessageTypes } from '#shared/ingestion/message.ts';
import type { IngestRequest } from './request.ts';

/** Short paths of browser SDKs. */
const shortForms: Readonly<Record<string, SdkMessageType>> = {
  i: 'identify',
  t: 'track',
  p: 'page',
  s: 'screen',
  g: 'group',
  a: 'alias',
};

const calls = new Map<string, SdkMessageType>([
  ...sdkMessageTypes.map((type) => [type, type] as const),
  ...Object.entries(shortForms),
]);

export type IngestRoute =
  | { readonly kind: 'events'; readonly expects: IngestRequest['expects'] }
  /** Metrics that SDKs send about themselves. */
  | { readonly kind: 'metrics' }
  | { readonly kind: 'settings'; readonly writeKey: string }
  | { readonly kind: 'sourceConfig' }
  | { readonly kind: 'pixel'; readonly expects: SdkMessageType; readonly search: string }
  | { readonly kind: 'preflight' }
  | { readonly kind: 'nothing' };

const noRoute: IngestRoute = { kind: 'nothing' };

const posts = new Map<string, IngestRoute>([
  ...[...calls].map(([path, expects]) => [`/v1/${path}`, { kind: 'events', expects }] as const),
  ...['batch', 'b', 'import'].map(
    (path) => [`/v1/${path}`, { kind: 'events', expects: 'batch' }] as const,
  ),
  ['/v1/m', { kind: 'metrics' }],
  // Jitsu, from browsers and servers.
  ...sdkMessageTypes.flatMap((expects) =>
    ['/api/s', '/api/s/s2s'].map(
      (path) => [`${path}/${expects}`, { kind: 'events', expects }] as const,
    ),
  ),
  // RudderStack, when the user leaves a page.
  ['/beacon/v1/batch', { kind: 'events', expects: 'batch' }],
]);

/** An SDK whose endpoint ends in a slash requests //v1/batch. Others add a trailing slash. */
const withoutExtraSlashes = (path: string): string =>
  path.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function matchGet(path: string, search: string): IngestRoute {
  const [, version, noun, name, last, ...rest] = path.split('/');
  if (path === '/sourceConfig') return { kind: 'sourceConfig' };
  if (version !== 'v1' || name === undefined || rest.length > 0) return noRoute;
  if (noun === 'projects' && last === 'settings')
    return { kind: 'settings', writeKey: decoded(name) };
  const expects = calls.get(name);
  if (noun === 'pixel' && last === undefined && expects !== undefined)
    return { kind: 'pixel', expects, search };
  return noRoute;
}

/** Determines the kind of request from method and URL. */
export function matchRoute(method: string, url: string): IngestRoute {
  if (method === 'OPTIONS') return { kind: 'preflight' };
  if (method === 'POST') {
    const direct = posts.get(url);
    if (direct !== undefined) return direct;
  }
  const mark = url.indexOf('?');
  const path = withoutExtraSlashes(mark === -1 ? url : url.slice(0, mark));
  if (method === 'POST') return posts.get(path) ?? noRoute;
  // RudderStack uses HEAD to detect ad blockers.
  if (method === 'HEAD' && path === '/sourceConfig') return { kind: 'sourceConfig' };
  return method === 'GET' ? matchGet(path, mark === -1 ? '' : url.slice(mark + 1)) : noRoute;
}
