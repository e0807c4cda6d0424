/** How one JSON text became another, member by member, and how the same meaning is spelled. Pure. */
import { ExactNumber, numberMeaning, parseSpelled } from '#shared/lib/exact-json.ts';
import { isValueNestedTooDeep } from '#shared/lib/nesting.ts';

export type DifferenceKind = 'changed' | 'added' | 'left out';

/** One line of what differs. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** As people write it: `context.library.name`, `products[0].sku`. */
  readonly path: string;
  /** As JSON, with its numbers as they are spelled; undefined where it was added. */
  readonly before: string | undefined;
  /** Undefined where it was left out. */
  readonly after: string | undefined;
}

/** Names and indexes on the way from the root. */
type Steps = readonly (string | number)[];

export interface JsonDifference extends Difference {
  readonly steps: Steps;
}

type Holder = Readonly<Record<string, unknown>>;

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber);

/** Null where it is no JSON, or neither an object nor a list, or nested deeper than messages are. */
export function readJson(text: string): Holder | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value = parseSpelled(text);
    return isHolder(value) && !isValueNestedTooDeep(value) ? value : null;
  } catch (error) {
    // Nested so deep that even the parser gives up.
    if (error instanceof SyntaxError || error instanceof RangeError) return null;
    throw error;
  }
}

const plainName = /^[A-Za-z_$][\w$]*$/;

export function pathText(steps: Steps): string {
  return steps.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`;
    if (!plainName.test(step)) return `${path}[${JSON.stringify(step)}]`;
    return path === '' ? step : `${path}.${step}`;
  }, '');
}

function sameMeaning(before: unknown, after: unknown): boolean {
  if (!(before instanceof ExactNumber && after instanceof ExactNumber)) return before === after;
  return before.text === after.text || numberMeaning(before.text) === numberMeaning(after.text);
}

/** Names of both; those of lists are their indexes. */
function stepsOf(before: Holder, after: Holder): Steps {
  if (Array.isArray(before) && Array.isArray(after))
    return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index);
  return [...new Set([...Object.keys(after), ...Object.keys(before)])];
}

const memberOf = (holder: Holder, step: string | number): unknown =>
  Object.hasOwn(holder, step) ? holder[step] : undefined;

function differencesAt(before: unknown, after: unknown, steps: Steps): readonly JsonDifference[] {
  if (isHolder(before) && isHolder(after) && Array.isArray(before) === Array.isArray(after))
    return stepsOf(before, after).flatMap((step) =>
      differencesAt(memberOf(before, step), memberOf(after, step), [...steps, step]),
    );
  if (sameMeaning(before, after)) return [];
  const kind = before === undefined ? 'added' : after === undefined ? 'left out' : 'changed';
  const [from, to] = [JSON.stringify(before), JSON.stringify(after)];
  return [{ kind, steps, path: pathText(steps), before: from, after: to }];
}

const order: readonly DifferenceKind[] = ['changed', 'added', 'left out'];

/** Items of lists are compared by their index. The order of members is not looked at. */
export function jsonDifferences(before: Holder, after: Holder): readonly JsonDifference[] {
  return differencesAt(before, after, []).toSorted(
    (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind),
  );
}

/** In what two texts of the same meaning differ. */
export type Spelling = 'order' | 'spacing' | 'numbers' | 'escapes' | 'repeated';

export const spellingLabels: Record<Spelling, string> = {
  order: 'the order of members',
  spacing: 'spacing',
  numbers: 'how numbers are spelled',
  escapes: 'how characters are escaped',
  repeated: 'members that one of the same name replaces',
};

/** Of a text that is known to be JSON. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]|[^\s{}[\]:,"]+/g;

function unspelled(spelled: string): string {
  if (spelled.startsWith('"'))
    return spelled.includes('\\') ? JSON.stringify(JSON.parse(spelled)) : spelled;
  return /^[-\d]/.test(spelled) ? numberMeaning(spelled) : spelled;
}

const sameItems = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  sameItems(a.toSorted(), b.toSorted());

/** Of texts without differences in meaning; at least one is named where they are not equal. */
export function spellingsOf(before: string, after: string): readonly Spelling[] {
  const [from, to] = [before.match(token) ?? [], after.match(token) ?? []];
  const [meant, meantAfter] = [from.map(unspelled), to.map(unspelled)];
  const reordered = !sameItems(meant, meantAfter);
  // Of the same meaning, they can only differ in what does not count.
  if (reordered && !sameSet(meant, meantAfter)) return ['repeated'];
  const isSame = reordered ? sameSet : sameItems;
  const isString = (one: string): boolean => one.startsWith('"');
  const isOther = (one: string): boolean => !isString(one);
  const differs: Record<Exclude<Spelling, 'repeated'>, boolean> = {
    order: reordered,
    numbers: !isSame(from.filter(isOther), to.filter(isOther)),
    escapes: !isSame(from.filter(isString), to.filter(isString)),
    spacing: !isSame(before.split(token), after.split(token)),
  };
  return (['order', 'numbers', 'escapes', 'spacing'] as const).filter((one) => differs[one]);
}
