/** How one JSON text became another, member by member. Pure. */

import { jsonOf } from '#renderer/parts/body-bytes.ts';
import type { JsonValue } from '#renderer/ui/json-tree-rows.ts';

export interface Difference {
  readonly kind: 'added' | 'left out' | 'changed';
  /** As people write it: `context.library.name`. */
  readonly path: string;
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

type JsonObject = { readonly [name: string]: JsonValue };

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const plainName = /^[A-Za-z_$][\w$]*$/;

function joined(path: string, name: string): string {
  if (!plainName.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === '' ? name : `${path}.${name}`;
}

function compare(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: string,
): readonly Difference[] {
  if (before === undefined) return [{ kind: 'added', path, before, after }];
  if (after === undefined) return [{ kind: 'left out', path, before, after }];
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(after), ...Object.keys(before)])];
    return names.flatMap((name) =>
      compare(own(before, name), own(after, name), joined(path, name)),
    );
  }
  const same = JSON.stringify(before) === JSON.stringify(after);
  return same ? [] : [{ kind: 'changed', path, before, after }];
}

function own(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

const order = ['changed', 'added', 'left out'];

/** Null when one of the two is no JSON object. The order of members is not looked at. */
export function differencesOf(before: string, after: string): readonly Difference[] | null {
  const [from, to] = [jsonOf(before), jsonOf(after)];
  if (!isObject(from) || !isObject(to)) return null;
  return compare(from, to, '').toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}
