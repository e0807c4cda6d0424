/** The filter above the list: its terms as tags, and what it means for what stands beside it. Pure. */
import type { SettleTarget } from '#renderer/data/fast-forward.ts';
import { explainFilter } from '#shared/filter/explain.ts';
import {
  allOf,
  everything,
  type Filter,
  hasTerm,
  isNamed,
  partsOf,
} from '#shared/filter/filter.ts';
import type { Problem } from '#shared/filter/lex.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { printFilter } from '#shared/filter/print.ts';
import { type DeliveryState, isOpenState } from '#shared/schemas/delivery.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface FilterTag {
  readonly text: string;
  /** The filter when this tag is taken away. */
  readonly without: string;
}

/** The tree of a filter; everything where the text cannot be read. */
function read(filter: string): Filter {
  const parsed = parseFilter(filter);
  return parsed.ok ? parsed.filter : everything;
}

export const isReadable = (filter: string): boolean => parseFilter(filter).ok;

/** What stands side by side, one tag each; none where the filter cannot be read. */
export function filterTags(filter: string): readonly FilterTag[] {
  const parts = partsOf(read(filter));
  return parts.map((part, index) => ({
    text: printFilter(part),
    without: printFilter(allOf(parts.filter((_, other) => other !== index))),
  }));
}

/** A delivery has one state and one type: asking for another one means instead of, not as well. */
const isReplacedBy = (old: Filter, added: Filter): boolean =>
  old.kind === added.kind && (added.kind === 'state' || added.kind === 'type');

export type WithTyped =
  | { readonly ok: true; readonly filter: string }
  | { readonly ok: false; readonly problem: Problem };

/** The filter with what was typed beside it, once; or why that cannot be read. */
export function withTyped(filter: string, typed: string): WithTyped {
  const parsed = parseFilter(typed);
  if (!parsed.ok) return parsed;
  const added = partsOf(parsed.filter);
  const written = new Set(added.map(printFilter));
  const kept = partsOf(read(filter)).filter(
    (part) => !written.has(printFilter(part)) && !added.some((one) => isReplacedBy(part, one)),
  );
  return { ok: true, filter: printFilter(allOf([...kept, ...added])) };
}

/** Whether going on typing may fix it: then it is no time to complain yet. */
export const isUnfinished = ({ end }: Problem, typed: string): boolean => end >= typed.length;

export const explain = (filter: string): string => explainFilter(read(filter));

/** The one state that the filter asks for, and for nothing else; undefined otherwise. */
export function onlyStateOf(filter: string): DeliveryState | undefined {
  const tree = read(filter);
  return tree.kind === 'state' ? tree.state : undefined;
}

export const asksForAge = (filter: string): boolean =>
  hasTerm(read(filter), ({ kind }) => kind === 'age');

/** The destinations that the filter names, side by side with whatever else; null: it names none. */
function destinationsOf(filter: string, destinations: readonly Named[]): readonly Named[] | null {
  const terms = partsOf(read(filter)).flatMap((part) =>
    part.kind === 'text' && part.field === 'destination' ? [part] : [],
  );
  if (terms.length === 0) return null;
  return destinations.filter((destination) =>
    terms.every(({ operator, text }) => isNamed(operator, text, destination)),
  );
}

/** What "jump until settled" runs where this filter is set: what goes to its one destination, or all. */
export function settleTargetOf(
  filter: string,
  destinations: readonly Named[],
): Exclude<SettleTarget, { kind: 'delivery' }> {
  const named = destinationsOf(filter, destinations);
  const [only] = named ?? [];
  return named?.length === 1 && only !== undefined
    ? { kind: 'destination', id: only.id, name: only.name }
    : { kind: 'everything' };
}

/** Why nothing of what is listed can settle; undefined where something may. */
export function settleProblem(filter: string, destinations: readonly Named[]): string | undefined {
  if (destinationsOf(filter, destinations)?.length === 0)
    return 'There is no such destination, or it was deleted';
  const ended = partsOf(read(filter)).find(
    (part) => part.kind === 'state' && !isOpenState(part.state),
  );
  if (ended?.kind !== 'state') return undefined;
  return ended.state === 'paused'
    ? 'What is listed waits until its destination is switched on'
    : 'What is listed has ended';
}
