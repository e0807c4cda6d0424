/** Deliveries and attempts as stacked parts, each with a link. Pure. */
import type { PlotPattern } from '#renderer/ui/plot-style.tsx';
import type { Tone } from '#renderer/ui/tone.ts';
import type { AttemptOutcome, DeliveryState } from '#shared/deliveries/delivery.ts';
import type { Statistics } from '#shared/statistics/statistics.ts';

export type Volume = 'deliveries' | 'attempts';

interface Look {
  readonly key: string;
  readonly label: string;
  readonly tone: Tone;
  readonly pattern: PlotPattern;
}

/** Similar states share a part; the first is at the bottom. */
const deliveryParts: readonly (Look & { readonly states: readonly DeliveryState[] })[] = [
  { key: 'delivered', label: 'delivered', tone: 'ok', pattern: 'solid', states: ['delivered'] },
  { key: 'refused', label: 'refused', tone: 'warn', pattern: 'dotted', states: ['refused'] },
  {
    key: 'waiting',
    label: 'waiting',
    tone: 'info',
    pattern: 'level',
    states: ['waiting', 'paused'],
  },
  { key: 'gave_up', label: 'gave up', tone: 'bad', pattern: 'rising', states: ['gave_up'] },
  { key: 'blocked', label: 'blocked', tone: 'ref', pattern: 'crossed', states: ['blocked'] },
  {
    key: 'dropped',
    label: 'cancelled or not sent',
    tone: 'neutral',
    pattern: 'falling',
    states: ['cancelled', 'not_sent'],
  },
];

const attemptParts: readonly (Look & { readonly outcomes: readonly AttemptOutcome[] })[] = [
  { key: 'accepted', label: 'accepted', tone: 'ok', pattern: 'solid', outcomes: ['accepted'] },
  { key: 'refused', label: 'refused', tone: 'warn', pattern: 'dotted', outcomes: ['refused'] },
  { key: 'failed', label: 'failed', tone: 'bad', pattern: 'rising', outcomes: ['failed'] },
  { key: 'blocked', label: 'blocked', tone: 'ref', pattern: 'crossed', outcomes: ['blocked'] },
];

export interface VolumePart extends Look {
  readonly total: number;
  readonly values: readonly number[];
  /** Delivery states of the part; none for attempts. */
  readonly states: readonly DeliveryState[];
}

function sumOf<Key extends string>(
  counts: Readonly<Record<Key, number>>,
  keys: readonly Key[],
): number {
  return keys.reduce((sum, key) => sum + counts[key], 0);
}

export function volumeParts(statistics: Statistics, volume: Volume): readonly VolumePart[] {
  const { buckets } = statistics;
  if (volume === 'deliveries')
    return deliveryParts.map((part) => ({
      ...part,
      total: sumOf(statistics.deliveries, part.states),
      values: buckets.map(({ deliveries }) => sumOf(deliveries, part.states)),
    }));
  return attemptParts.map(({ outcomes, ...look }) => ({
    ...look,
    states: [],
    total: sumOf(statistics.attempts, outcomes),
    values: buckets.map(({ attempts }) => sumOf(attempts, outcomes)),
  }));
}

export const totalOf = (parts: readonly VolumePart[]): number =>
  parts.reduce((sum, { total }) => sum + total, 0);
