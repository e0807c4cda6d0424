/** In which respects a request made by hand differs from the delivery's own. Pure. */
import type { Bytes, SentRequest } from '#shared/schemas/delivery.ts';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { type Difference, differencesOf } from '../differences.ts';

interface Request {
  readonly request: SentRequest;
  readonly bodyText: string | null;
}

function changed(path: string, before: string, after: string): readonly Difference[] {
  return before === after ? [] : [{ kind: 'changed', path, before, after }];
}

/** Follows from the body. */
const following = 'content-length';

interface Header {
  /** As it is spelled where it first stands. */
  readonly name: string;
  readonly value: string;
}

function headersByName(headers: HeaderLines): ReadonlyMap<string, Header> {
  const byName = new Map<string, Header>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const before = byName.get(key);
    if (key === following) continue;
    byName.set(key, before ? { ...before, value: `${before.value}, ${value}` } : { name, value });
  }
  return byName;
}

function headerDifferences(before: HeaderLines, after: HeaderLines): readonly Difference[] {
  const [from, to] = [headersByName(before), headersByName(after)];
  return [...new Set([...from.keys(), ...to.keys()])].flatMap((key) => {
    const [was, is] = [from.get(key), to.get(key)];
    const path = `header ${(was ?? is)?.name}`;
    const values = { path, before: was?.value, after: is?.value };
    if (was === undefined) return [{ kind: 'added', ...values }] as const;
    if (is === undefined) return [{ kind: 'left out', ...values }] as const;
    return changed(path, was.value, is.value);
  });
}

function bodyDifferences(before: string, after: string): readonly Difference[] {
  if (before === after) return [];
  const members = differencesOf(before, after);
  if (members === null) return changed('body', before, after);
  if (members.length === 0)
    return [{ kind: 'changed', path: 'body', before: 'the same JSON', after: 'in other bytes' }];
  return members.map((member) => ({ ...member, path: `body ${member.path}` }));
}

export function requestDifferences(
  original: Request,
  { request, body }: { readonly request: SentRequest; readonly body: Bytes },
): readonly Difference[] {
  return [
    ...changed('URL', original.request.url, request.url),
    ...headerDifferences(original.request.headers, request.headers),
    ...bodyDifferences(original.bodyText ?? '', body.text ?? ''),
  ];
}
