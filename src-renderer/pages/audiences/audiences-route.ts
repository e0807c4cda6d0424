/** Where in the page the user is, by the address: `#/audiences/traits/trt_1/sync`. Pure. */
import type { Route } from '#renderer/stores/route.ts';
import type { RouteTo } from '#renderer/stores/route-store.ts';
import type { ComputationClass } from '#shared/schemas/computation.ts';

const lists = ['audiences', 'traits', 'deletions'] as const;
export type AudiencesList = (typeof lists)[number];

const tabs = ['users', 'sync', 'settings'] as const;
export type ComputationTab = (typeof tabs)[number];

export interface AudiencesView {
  readonly list: AudiencesList;
  /** `new` for the form; null when nothing was chosen. */
  readonly id: string | null;
  readonly tab: ComputationTab;
}

export function viewOf({ page, path: [list, id, tab] }: Route): AudiencesView {
  return {
    list: (page === 'audiences' && lists.find((name) => name === list)) || 'audiences',
    id: id ?? null,
    tab: tabs.find((name) => name === tab) ?? 'users',
  };
}

export function routeOf({ list, id, tab }: AudiencesView): RouteTo {
  if (id === null) return { page: 'audiences', path: [list] };
  return { page: 'audiences', path: tab === 'users' ? [list, id] : [list, id, tab] };
}

export function listOf(kind: ComputationClass): AudiencesList {
  return kind === 'audience' ? 'audiences' : 'traits';
}
