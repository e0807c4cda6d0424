/** `membership`: the last value that a mock endpoint accepted per user equals the membership. */
import { formatCount } from '#shared/kit/format.ts';
import type { JsonValue } from '#shared/kit/json-value.ts';
import type { HistoryIndex } from '../history/history-index.ts';
import { bodyOf } from '../history/readers.ts';
import type { RunFacts } from '../run-facts.ts';
import { failedAt, type Outcome, passedAt } from './outcome.ts';
import { is2xx } from './predicates/duration.ts';
import { countText } from './report-text.ts';

/** An audience or trait: the trait that syncs set, and its value per user. */
export interface Membership {
  readonly key: string;
  readonly values: ReadonlyMap<string, JsonValue>;
}

function syncOf(body: unknown, key: string): readonly [user: string, value: unknown] | null {
  const { type, userId, traits } = Object(body) as Readonly<Record<string, unknown>>;
  if (type !== 'identify' || typeof userId !== 'string') return null;
  if (typeof traits !== 'object' || traits === null || !Object.hasOwn(traits, key)) return null;
  return [userId, (traits as Readonly<Record<string, unknown>>)[key]];
}

/** Users who left or were never synced have no value. */
const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === false;

const isSame = (a: unknown, b: unknown): boolean =>
  (isNothing(a) && isNothing(b)) || JSON.stringify(a) === JSON.stringify(b);

const shown = (value: unknown): string => (value === undefined ? 'none' : JSON.stringify(value));

export function evaluateMembership(
  { name, mock }: { readonly name: string; readonly mock: string },
  { key, values }: Membership,
  history: HistoryIndex,
  facts: RunFacts,
): Outcome {
  const accepted = new Map<string, unknown>();
  for (const request of history.requests) {
    if (request.event.mock !== mock || !is2xx(request.event.status)) continue;
    const sync = syncOf(bodyOf(request), key);
    if (sync !== null) accepted.set(...sync);
  }
  const expected = `membership of ${name} at ${mock}`;
  if (accepted.size === 0)
    return failedAt(facts.now, { expected, found: `${mock} accepted no sync of ${name}` });
  const users = new Set([...values.keys(), ...accepted.keys()]);
  const different = [...users].filter((user) => !isSame(accepted.get(user), values.get(user)));
  const [first] = different;
  if (first === undefined) return passedAt(facts.now);
  return failedAt(facts.now, {
    expected: `${expected}: ${countText(values.size, 'user')}`,
    found: `${formatCount(different.length)} of ${countText(users.size, 'user')} differ; the first is ${first}, last accepted ${shown(accepted.get(first))}, expected ${shown(values.get(first))}`,
    about: [...history.messages.values()].findLast(({ event }) => event.user === first) ?? null,
  });
}
