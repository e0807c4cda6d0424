/** The tracking pixel: an event in the query string of an image (D4). */
import type { JsonObject } from '#main/kit/message.ts';

/** A transparent image of one pixel. Always returned, because the page displays it. */
export const pixelImage = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
);

/** Maximum depth of dotted keys, more than real events have. */
const maxDepth = 8;

type Node = { [key: string]: unknown };

// Without a prototype, __proto__ is an ordinary key.
const emptyNode = (): Node => Object.create(null) as Node;

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** `properties.total=3` becomes `{"properties": {"total": "3"}}`. */
function fromDottedKeys(query: URLSearchParams): JsonObject {
  const root = emptyNode();
  for (const [key, value] of query) {
    const path = key.split('.').slice(0, maxDepth);
    const last = path.pop() ?? key;
    let node = root;
    for (const part of path) {
      const next = node[part];
      const child = isNode(next) ? next : emptyNode();
      node[part] = child;
      node = child;
    }
    node[last] = value;
  }
  return root;
}

/**
 * Reads the event from a pixel's query as JSON text: base64 JSON in `data` (standard or URL-safe),
 * or dotted keys. Doesn't validate `data`, so that an invalid one is stored as rejected.
 */
export function pixelEventText(search: string): string {
  const query = new URLSearchParams(search);
  const data = query.get('data');
  if (data === null) return JSON.stringify(fromDottedKeys(query));
  // An unescaped plus sign arrives as a space.
  const base64 = data.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/');
  return Buffer.from(base64, 'base64').toString('utf8');
}
