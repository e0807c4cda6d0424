/** How one JSON text became another, member by member, and how the same meaning is spelled. Pure. */
import type { JsonNode, JsonText } from './json-text.ts';

export type DifferenceKind = 'changed' | 'added' | 'left out';

/** One line of what differs. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** As people write it: `context.library.name`, `products[0].sku`. */
  readonly path: string;
  /** As it is spelled; undefined where it was added. */
  readonly before: string | undefined;
  /** As it is spelled; undefined where it was left out. */
  readonly after: string | undefined;
}

/** Names and indexes on the way from the root. */
type Steps = readonly (string | number)[];

export interface JsonDifference extends Difference {
  readonly steps: Steps;
}

const plainName = /^[A-Za-z_$][\w$]*$/;

export function pathText(steps: Steps): string {
  return steps.reduce<string>((path, step) => {
    if (typeof step === 'number') return `${path}[${step}]`;
    if (!plainName.test(step)) return `${path}[${JSON.stringify(step)}]`;
    return path === '' ? step : `${path}.${step}`;
  }, '');
}

/**
 * A number in one form, whatever its spelling: digits and a power of ten. Exact, so that numbers
 * beyond what a double holds are not taken for each other.
 */
export function numberMeaning(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  if (end === 0) return '0';
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - end);
  return `${sign}${digits.slice(0, end)}e${power}`;
}

/** Of values that hold no others. */
function sameMeaning(before: JsonNode, after: JsonNode): boolean {
  if (before.kind === 'string' && after.kind === 'string') return before.value === after.value;
  if (before.kind !== 'number' || after.kind !== 'number') return before.text === after.text;
  return before.text === after.text || numberMeaning(before.text) === numberMeaning(after.text);
}

function collect(
  before: JsonNode | undefined,
  after: JsonNode | undefined,
  steps: Steps,
  found: JsonDifference[],
): void {
  if (before?.text === after?.text) return;
  const told = (kind: DifferenceKind): void => {
    found.push({ kind, steps, path: pathText(steps), before: before?.text, after: after?.text });
  };
  if (before === undefined) told('added');
  else if (after === undefined) told('left out');
  else if (before.kind === 'object' && after.kind === 'object') {
    for (const name of new Set([...after.members.keys(), ...before.members.keys()]))
      collect(
        before.members.get(name)?.value,
        after.members.get(name)?.value,
        [...steps, name],
        found,
      );
  } else if (before.kind === 'array' && after.kind === 'array') {
    const length = Math.max(before.items.length, after.items.length);
    for (let index = 0; index < length; index += 1)
      collect(before.items[index], after.items[index], [...steps, index], found);
  } else if (!sameMeaning(before, after)) told('changed');
}

const order: readonly DifferenceKind[] = ['changed', 'added', 'left out'];

/** Items of lists are compared by their index. The order of members is not looked at. */
export function jsonDifferences(before: JsonText, after: JsonText): readonly JsonDifference[] {
  const found: JsonDifference[] = [];
  collect(before.root, after.root, [], found);
  return found.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
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

function noteSpellings(before: JsonNode, after: JsonNode, found: Set<Spelling>): void {
  if (before.text === after.text) return;
  if (before.kind === 'object' && after.kind === 'object') {
    const names = [...after.members.keys()];
    if ([...before.members.keys()].some((name, index) => name !== names[index])) found.add('order');
    if (String(before.replaced) !== String(after.replaced)) found.add('repeated');
    for (const [name, member] of before.members) {
      const other = after.members.get(name);
      if (other === undefined) continue;
      if (member.spelled !== other.spelled) found.add('escapes');
      noteSpellings(member.value, other.value, found);
    }
  } else if (before.kind === 'array' && after.kind === 'array') {
    for (const [index, item] of before.items.entries())
      noteSpellings(item, after.items[index] ?? item, found);
  } else found.add(before.kind === 'number' ? 'numbers' : 'escapes');
}

/** In another order of members the gaps are in other places: then only their number is looked at. */
function sameGaps(before: JsonText, after: JsonText, reordered: boolean): boolean {
  const gapsOf = ({ gaps }: JsonText): readonly string[] => (reordered ? gaps.toSorted() : gaps);
  const [from, to] = [gapsOf(before), gapsOf(after)];
  return from.length === to.length && from.every((gap, index) => gap === to[index]);
}

/** Of texts without differences in meaning; at least one is named where they are not equal. */
export function spellingsOf(before: JsonText, after: JsonText): readonly Spelling[] {
  const found = new Set<Spelling>();
  noteSpellings(before.root, after.root, found);
  // Replaced members bring gaps of their own.
  if (!found.has('repeated') && !sameGaps(before, after, found.has('order'))) found.add('spacing');
  // All that is left is where the replaced members stand.
  if (found.size === 0 && before.root.text !== after.root.text) found.add('repeated');
  return [...found];
}
