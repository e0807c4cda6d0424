/** A JSON value laid out as the rows of a tree, of which only the opened branches exist. */
import { ExactNumber } from '#shared/lib/exact-json.ts';

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | ExactNumber
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue };

export interface JsonTreeRow {
  /** A JSON Pointer (RFC 6901), which also tells rows apart. */
  path: string;
  depth: number;
  /** The member's name; an item's index; absent at the root. */
  name: string | undefined;
  value: JsonValue;
  /** How many members or items; undefined for a value that has none by nature. */
  size: number | undefined;
  open: boolean;
}

/** Opened from the start: shallow enough to be an overview, and never a thousand rows. */
const OPEN_DEPTH = 3;
const OPEN_SIZE = 50;

type Branch = Exclude<JsonValue, null | boolean | number | string | ExactNumber>;

const isBranch = (value: JsonValue): value is Branch =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber);

function sizeOf(value: JsonValue): number | undefined {
  if (!isBranch(value)) return undefined;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

/** `toggled` holds the paths whose state differs from the one they start in. */
export function jsonTreeRows(root: JsonValue, toggled: ReadonlySet<string>): JsonTreeRow[] {
  const rows: JsonTreeRow[] = [];
  const visit = (value: JsonValue, name: string | undefined, path: string, depth: number) => {
    const size = sizeOf(value);
    const opensByItself = depth < OPEN_DEPTH && (size ?? 0) <= OPEN_SIZE;
    const open = size !== undefined && size > 0 && opensByItself !== toggled.has(path);
    rows.push({ path, depth, name, value, size, open });
    if (!open || !isBranch(value)) return;
    for (const [childName, child] of Object.entries(value) as [string, JsonValue][]) {
      const escaped = childName.replaceAll('~', '~0').replaceAll('/', '~1');
      visit(child, childName, `${path}/${escaped}`, depth + 1);
    }
  };
  visit(root, undefined, '', 0);
  return rows;
}

export function parentPath(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
