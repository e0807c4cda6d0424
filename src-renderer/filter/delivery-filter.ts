/** The filter bar's terms and what they mean for its list. Pure. */
import type { FinishTarget } from '#renderer/kit/data/fast-forward.ts';
import type { DeliveryState } from '#shared/deliveries/delivery.ts';
import { explainFilter } from '#shared/filter/explain.ts';
import {
  allOf,
  everything,
  type Filter,
  fieldNameOf,
  isNamed,
  type NamedEntity,
  partsOf,
  termsOf,
} from '#shared/filter/filter.ts';
import type { Problem } from '#shared/filter/lex.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { printFilter } from '#shared/filter/print.ts';

export interface FilterTag {
  readonly text: string;
  /** The filter without this tag. */
  readonly without: string;
}

/** The parsed filter; an invalid text matches everything. */
export function parsedOrEverything(filter: string): Filter {
  const parsed = parseFilter(filter);
  return parsed.ok ? parsed.filter : everything;
}

export const isValidFilter = (filter: string): boolean => parseFilter(filter).ok;

/** Terms joined by AND, one tag each; empty if the filter is invalid. */
export function filterTags(filter: string): readonly FilterTag[] {
  const parts = partsOf(parsedOrEverything(filter));
  return parts.map((part, index) => ({
    text: printFilter(part),
    without: printFilter(allOf(parts.filter((_, otherIndex) => otherIndex !== index))),
  }));
}

/** A delivery has one state and one type, so a new term replaces the old one. */
const isReplacedBy = (old: Filter, added: Filter): boolean =>
  old.kind === 'choice' &&
  added.kind === 'choice' &&
  old.field === added.field &&
  (added.field === 'state' || added.field === 'type');

export type WithTyped =
  | { readonly ok: true; readonly filter: string }
  | { readonly ok: false; readonly problem: Problem };

/** The filter with the typed terms, without duplicates; or why they are invalid. */
export function withTyped(filter: string, typed: string): WithTyped {
  const parsed = parseFilter(typed);
  if (!parsed.ok) return parsed;
  const added = partsOf(parsed.filter);
  const addedTexts = new Set(added.map(printFilter));
  const remaining = partsOf(parsedOrEverything(filter)).filter(
    (part) =>
      !addedTexts.has(printFilter(part)) &&
      !added.some((otherPart) => isReplacedBy(part, otherPart)),
  );
  return { ok: true, filter: printFilter(allOf([...remaining, ...added])) };
}

/** Whether more typing may fix it: then an error would be early. */
export const isUnfinished = ({ end }: Problem, typed: string): boolean => end >= typed.length;

export type FilterNouns = 'deliveries' | 'messages';

export const explain = (filter: string, nouns?: FilterNouns): string =>
  explainFilter(parsedOrEverything(filter), nouns);

/** The one state the filter selects, if that is all it does. */
export function onlyStateOf(filter: string): DeliveryState | undefined {
  const tree = parsedOrEverything(filter);
  return tree.kind === 'choice' && tree.field === 'state' ? tree.value : undefined;
}

export const asksForAge = (filter: string): boolean =>
  termsOf(parsedOrEverything(filter)).some((term) => fieldNameOf(term) === 'age');

/** Destinations the filter names; null if none. */
function destinationsOf(
  filter: string,
  destinations: readonly NamedEntity[],
): readonly NamedEntity[] | null {
  const terms = partsOf(parsedOrEverything(filter)).flatMap((part) =>
    part.kind === 'text' && part.field === 'destination' ? [part] : [],
  );
  if (terms.length === 0) return null;
  return destinations.filter((destination) =>
    terms.every(({ operator, value }) => isNamed(operator, value, destination)),
  );
}

/** What "Fast-forward until finished" finishes for this filter: its one destination, or all. */
export function finishTargetOf(
  filter: string,
  destinations: readonly NamedEntity[],
): Exclude<FinishTarget, { kind: 'delivery' }> {
  const namedDestinations = destinationsOf(filter, destinations);
  const [only] = namedDestinations ?? [];
  return namedDestinations?.length === 1 && only !== undefined
    ? { kind: 'destination', id: only.id, name: only.name }
    : { kind: 'everything' };
}

/** Why no listed delivery can finish; undefined if one may. */
export function finishProblem(
  filter: string,
  destinations: readonly NamedEntity[],
): string | undefined {
  if (destinationsOf(filter, destinations)?.length === 0) return 'Destination not found';
  const [state] = partsOf(parsedOrEverything(filter)).flatMap((part) =>
    part.kind === 'choice' && part.field === 'state' && part.value !== 'waiting' ? part.value : [],
  );
  if (state === undefined) return undefined;
  return state === 'paused' ? 'Destination disabled' : 'All deliveries have finished';
}
