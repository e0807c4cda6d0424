import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import type { Attempt } from '#shared/deliveries/delivery.ts';
import { resultFix } from '#shared/deliveries/text.ts';
import { formatMinute } from '#shared/kit/format.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { outageAround } from '#shared/mocks/outage-times.ts';

/** When the outage ends that a mock endpoint had at a time; null if it had none. */
function outageEnd({ outage }: Mock, at: number): number | null {
  const span = outage && outageAround(outage, at);
  return span && span.from <= at && at < span.to ? span.to : null;
}

interface ResultFixProps {
  readonly attempt: Pick<Attempt, 'url' | 'startedAt' | 'result'>;
  /** Its mock endpoints are gone. */
  readonly isOfRun?: boolean;
}

/** How to fix the result of an attempt; of a mock endpoint, what made it respond so. */
export function ResultFix({ attempt, isOfRun = false }: ResultFixProps) {
  const { url, startedAt, result } = attempt;
  const mock = useItems(collections.mocks).find((one) => one.url === url);
  if (result.code === null) return null;
  if (mock === undefined || isOfRun) return resultFix(result);
  const end = outageEnd(mock, startedAt);
  return (
    <>
      {end === null
        ? `The mock endpoint ${mock.name} is set to do so.`
        : `The mock endpoint ${mock.name} has an outage until ${formatMinute(end)}.`}{' '}
      <RouteLink to={{ page: 'connections', path: ['mocks', mock.id] }} className="underline">
        Change its behavior
      </RouteLink>
    </>
  );
}
