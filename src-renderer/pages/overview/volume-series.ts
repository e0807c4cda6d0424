/** Deliveries and attempts as stacked parts, each with a link. Pure. */
import type { PlotPattern } from '#renderer/ui/plot-style.tsx';
import type { Tone } from '#renderer/ui/tone.ts';
import type { DeliveryState } from '#shared/schemas/delivery.ts';
import type { AttemptOutcome, Statistics } from '#shared/schemas/statistics.ts';

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
  { key: 'retrying', label: 'retrying', tone: 'wait', pattern: 'dotted', states: ['retrying'] },
  {
    key: 'pending',
    label: 'pending',
    tone: 'info',
    pattern: 'level',
    states: ['pending', 'sending', 'paused'],
  },
  { key: 'exhausted', label: 'exhausted', tone: 'bad', pattern: 'rising', states: ['exhausted'] },
  { key: 'blocked', label: 'blocked', tone: 'ref', pattern: 'crossed', states: ['blocked'] },
  {
    key: 'dropped',
    label: 'not sent',
    tone: 'neutral',
    pattern: 'falling',
    states: ['cancelled', 'filtered', 'excluded'],
  },
];

const attemptParts: readonly (Look & { readonly outcomes: readonly AttemptOutcome[] })[] = [
  { key: 'delivered', label: 'delivered', tone: 'ok', pattern: 'solid', outcomes: ['delivered'] },
  { key: 'warned', label: 'warning', tone: 'warn', pattern: 'dotted', outcomes: ['warned'] },
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
