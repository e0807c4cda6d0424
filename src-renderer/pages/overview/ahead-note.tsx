import { RouteLink } from '#renderer/components/route-link.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import type { Statistics } from '#shared/schemas/statistics.ts';
import { countText } from './numbers.ts';
import { type OverviewView, overviewRoute } from './overview-route.ts';

interface AheadNoteProps {
  readonly ahead: Statistics['ahead'];
  readonly view: OverviewView;
}

/** Says what is not here because the clock was set back. */
export function AheadNote({ ahead, view }: AheadNoteProps) {
  if (ahead.deliveries + ahead.attempts === 0) return null;
  const attempts = `${countText(ahead.attempts)} ${ahead.attempts === 1 ? 'attempt' : 'attempts'}`;
  return (
    <Banner tone="info">
      The clock was ahead for a while: {attempts} and {countText(ahead.deliveries)} new{' '}
      {ahead.deliveries === 1 ? 'delivery' : 'deliveries'} lie after its present time.{' '}
      <RouteLink to={overviewRoute({ ...view, range: 'all' })}>All</RouteLink> has them.
    </Banner>
  );
}
