/** What the list shows, and what is open in it. */
import { collections, useCollection } from '#renderer/kit/data/collections.ts';
import type { Listing } from '#renderer/kit/data/listing.ts';
import { useDeletions } from '#renderer/kit/data/pages.ts';
import type { Computation } from '#shared/audiences/computation.ts';
import type { AudiencesList, AudiencesView } from './audiences-route.ts';

export interface AudienceItems extends Omit<Listing<never>, 'items'> {
  readonly audiences: readonly Computation[];
  readonly traits: readonly Computation[];
  readonly deletions: ReturnType<typeof useDeletions>;
}

export function useAudienceItems(): AudienceItems {
  const audiences = useCollection(collections.audiences);
  const traits = useCollection(collections.traits);
  const deletions = useDeletions();
  const listings = [audiences, traits, deletions];
  const worst = (['failed', 'loading'] as const).find((status) =>
    listings.some((listing) => listing.status === status),
  );
  return {
    audiences: audiences.items,
    traits: traits.items,
    deletions,
    status: worst ?? 'ready',
    problem: listings.find(({ problem }) => problem !== null)?.problem ?? null,
    reload: () => {
      for (const { reload } of listings) reload();
    },
  };
}

export interface OpenItem {
  readonly list: AudiencesList;
  /** `new` for the form. */
  readonly id: string;
}

/** The item at the address, else the first one, else the form for a new one. */
export function openItem(view: AudiencesView, items: AudienceItems): OpenItem {
  const { list, id } = view;
  if (list !== null && id !== null) return { list, id };
  const first = (
    [
      ['audiences', items.audiences],
      ['traits', items.traits],
      ['deletions', items.deletions.items],
    ] as const
  ).flatMap(([name, [one]]) =>
    one === undefined || (list !== null && list !== name) ? [] : [{ list: name, id: one.id }],
  )[0];
  return first ?? { list: list ?? 'audiences', id: 'new' };
}
