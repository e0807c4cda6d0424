/** The tracking pixel: an event in the query of an image (D4). */
import type { JsonObject } from '../message.ts';

/** A transparent image of one pixel: the answer to everything, since a page shows it. */
export const pixelImage = Buffer.from(
  'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
  'base64',
);

/** Deeper keys than any real event has are cut off here. */
const maxDepth = 8;

type Node = { [key: string]: unknown };

// Without a prototype, a key named __proto__ is a key like any other.
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
 * The event of a pixel's query as JSON text: `data` as base64 (plain or URL-safe) of JSON, or dotted
 * keys. What is in `data` is not looked at here: a wrong one shows up as rejected.
 */
export function pixelEventText(search: string): string {
  const query = new URLSearchParams(search);
  const data = query.get('data');
  if (data === null) return JSON.stringify(fromDottedKeys(query));
  // A plus sign that was not escaped arrives as a space.
  const base64 = data.replaceAll(' ', '+').replaceAll('-', '+').replaceAll('_', '/');
  return Buffer.from(base64, 'base64').toString('utf8');
}
