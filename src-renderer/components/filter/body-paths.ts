/** Paths in the bodies of recent deliveries, for suggestions. */
import { useQuery } from '@tanstack/react-query';
import { core } from '#renderer/data/core.ts';
import { deliveryLists } from '#renderer/data/live-lists.ts';
import { bodyPathText } from '#shared/filter/print.ts';
import type { BodyPathExample } from '#shared/filter/suggest.ts';
import { isJsonObject, parseExact } from '#shared/lib/exact-json.ts';

/** Deliveries to look at, one per kind of message. */
const maxBodies = 12;
const staleMs = 10_000;
const maxDepth = 5;
const maxExampleLength = 40;

function pathsIn(value: unknown, path: readonly string[]): readonly BodyPathExample[] {
  if (!Array.isArray(value) && !isJsonObject(value))
    return path.length === 0
      ? []
      : [
          {
            path: `body${bodyPathText(path)}`,
            example: String(JSON.stringify(value)).slice(0, maxExampleLength),
          },
        ];
  if (Array.isArray(value) || path.length === maxDepth) return [];
  return Object.entries(value).flatMap(([key, inner]) => pathsIn(inner, [...path, key]));
}

async function loadBodyPaths(signal: AbortSignal): Promise<readonly BodyPathExample[]> {
  const kinds = new Map(
    deliveryLists.rowsNow().map(({ id, type, label }) => [`${type} ${label}`, id]),
  );
  const ids = [...kinds.values()].slice(0, maxBodies);
  const details = await Promise.all(ids.map((id) => core.deliveries.get({ id }, { signal })));
  const found = new Map<string, BodyPathExample>();
  for (const { bodyText } of details)
    if (bodyText !== null)
      for (const one of pathsIn(parseExact(bodyText), []))
        if (!found.has(one.path)) found.set(one.path, one);
  return [...found.values()].sort((a, b) => a.path.localeCompare(b.path));
}

/** Loaded when the user starts to type one. */
export const useBodyPaths = (typed: string): readonly BodyPathExample[] =>
  useQuery({
    queryKey: ['body-paths'],
    queryFn: ({ signal }) => loadBodyPaths(signal),
    enabled: /\bbody\b/i.test(typed),
    staleTime: staleMs,
  }).data ?? noPaths;

const noPaths: readonly BodyPathExample[] = [];
