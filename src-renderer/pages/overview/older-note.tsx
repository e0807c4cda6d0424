import { Fragment } from 'react';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { deliveriesOpenBefore } from './inspector-links.ts';
import { countText } from './numbers.ts';
import { type OverviewView, overviewRoute, rangeNames, widerRanges } from './overview-route.ts';

interface OlderNoteProps {
  /** Deliveries that were made before the span, and have not ended. */
  readonly count: number;
  readonly from: number;
  readonly view: OverviewView;
}

/** Says what is open although the numbers, which are of the span, do not have it. */
export function OlderNote({ count, from, view }: OlderNoteProps) {
  if (count === 0) return null;
  return (
    <Banner tone="info">
      <RouteLink to={deliveriesOpenBefore(view.filter, from)}>
        {countText(count)} older {count === 1 ? 'delivery' : 'deliveries'}
      </RouteLink>{' '}
      {count === 1 ? 'is' : 'are'} still open: show{' '}
      {widerRanges(view.range).map((range, index) => (
        <Fragment key={range}>
          {index > 0 && ' · '}
          <RouteLink to={overviewRoute({ ...view, range })}>{rangeNames[range].short}</RouteLink>
        </Fragment>
      ))}
    </Banner>
  );
}
