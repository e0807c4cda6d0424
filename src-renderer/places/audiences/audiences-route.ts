/** The route of the page: `#/audiences/traits/trt_1/sync`. */

import type { Route, RouteTo } from '#renderer/kit/routing/route.ts';
import { navigate, useRoute } from '#renderer/kit/routing/route-store.ts';
import type { ComputationClass } from '#shared/audiences/computation.ts';

const lists = ['audiences', 'traits', 'deletions'] as const;
export type AudiencesList = (typeof lists)[number];

const tabs = ['users', 'sync', 'settings'] as const;
export type ComputationTab = (typeof tabs)[number];

export interface AudiencesView {
  readonly list: AudiencesList;
  /** `new` for the form; null selects the first. */
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

export function useAudiencesView(): AudiencesView {
  return viewOf(useRoute((state) => state.route));
}

export function openList(list: AudiencesList): void {
  navigate(routeOf({ list, id: null, tab: 'users' }));
}

/** Marks the creation form, so that "+" focuses it while it is open. */
export const newFormMark = { 'data-new-form': '' } as const;

export function openNew(list: AudiencesList): void {
  navigate(routeOf({ list, id: 'new', tab: 'users' }));
  requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>('[data-new-form] :is(input:not([type=checkbox]), textarea)')
      ?.focus(),
  );
}

export function openOne(list: AudiencesList, id: string): void {
  const { tab } = viewOf(useRoute.getState().route);
  navigate(routeOf({ list, id, tab }), 'replace');
}

export function openTab(kind: ComputationClass, id: string, tab: ComputationTab): void {
  navigate(routeOf({ list: listOf(kind), id, tab }), 'replace');
}
