/** The time range of the plots, and whether they are open. This window remembers both. */
import { create } from 'zustand';
import { remembered } from '#renderer/ui/remembered.ts';
import { useMediaQuery } from '#renderer/ui/use-media-query.ts';
import type { Statistics, StatisticsRange } from '#shared/statistics/statistics.ts';

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
  /** Null until the user has chosen one. */
  readonly range: ActivityRange | null;
  readonly isOpen: boolean;
  /** The same in a low window. */
  readonly isOpenWhenLow: boolean;
}

const rangeKey = 'activity.range';
const openKey = 'activity.open';
const openWhenLowKey = 'activity.openWhenLow';

/** Such windows need their height for the list, unless the user opens it. */
const low = '(height < 700px)';

export const useActivity = create<Activity>()(() => ({
  range: activityRanges.find((range) => range === remembered.getItem(rangeKey)) ?? null,
  isOpen: remembered.getItem(openKey) !== 'false',
  isOpenWhenLow: remembered.getItem(openWhenLowKey) === 'true',
}));

const quarterMs = 15 * 60_000;

/** What is shown before the user chooses: minutes while there are only minutes of data. */
export const fittingRange = ({ firstAt, now }: Pick<Statistics, 'firstAt' | 'now'>) =>
  firstAt !== null && now - firstAt < quarterMs ? '15m' : '1h';

export function setRange(range: ActivityRange): void {
  remembered.setItem(rangeKey, range);
  useActivity.setState({ range });
}

/** Whether the plot is open, and what opens or closes it. */
export function useActivityOpen(): readonly [isOpen: boolean, toggle: () => void] {
  const isLow = useMediaQuery(low);
  const isOpen = useActivity((activity) => (isLow ? activity.isOpenWhenLow : activity.isOpen));
  const toggle = (): void => {
    useActivity.setState(isLow ? { isOpenWhenLow: !isOpen } : { isOpen: !isOpen });
    remembered.setItem(isLow ? openWhenLowKey : openKey, String(!isOpen));
  };
  return [isOpen, toggle];
}
