/** The time range of the activity, and how much of it is shown. This window remembers both. */
import { create } from 'zustand';
import { remembered } from '#renderer/ui/remembered.ts';
import type { StatisticsRange } from '#shared/statistics/statistics.ts';

export const activityRanges = ['15m', '1h', '4h', 'all'] as const satisfies StatisticsRange[];
export type ActivityRange = (typeof activityRanges)[number];

export const rangeNames: Record<ActivityRange, { readonly short: string; readonly long: string }> =
  {
    '15m': { short: '15 min', long: 'the last 15 minutes' },
    '1h': { short: '1 h', long: 'the last hour' },
    '4h': { short: '4 h', long: 'the last 4 hours' },
    all: { short: 'All', long: 'all time' },
  };

interface Activity {
  readonly range: ActivityRange;
  readonly isOpen: boolean;
}

const rangeKey = 'activity.range';
const openKey = 'activity.open';

/** Lower windows need their height for the list, unless the user opens it. */
const minWindowHeight = 640;

const isOpenAtFirst = (): boolean => {
  const stored = remembered.getItem(openKey);
  return stored === null ? (globalThis.innerHeight ?? 0) >= minWindowHeight : stored === 'true';
};

export const useActivity = create<Activity>()(() => ({
  range: activityRanges.find((range) => range === remembered.getItem(rangeKey)) ?? '1h',
  isOpen: isOpenAtFirst(),
}));

export function setRange(range: ActivityRange): void {
  remembered.setItem(rangeKey, range);
  useActivity.setState({ range });
}

export function setOpen(isOpen: boolean): void {
  remembered.setItem(openKey, String(isOpen));
  useActivity.setState({ isOpen });
}
