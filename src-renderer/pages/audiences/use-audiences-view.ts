import { navigate, useRoute } from '#renderer/stores/route-store.ts';
import type { ComputationClass } from '#shared/schemas/computation.ts';
import {
  type AudiencesList,
  type AudiencesView,
  type ComputationTab,
  listOf,
  routeOf,
  viewOf,
} from './audiences-route.ts';

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

/** Another one of the list, under the tab that is open. */
export function openOne(list: AudiencesList, id: string): void {
  const { tab } = viewOf(useRoute.getState().route);
  navigate(routeOf({ list, id, tab }), 'replace');
}

export function openTab(kind: ComputationClass, id: string, tab: ComputationTab): void {
  navigate(routeOf({ list: listOf(kind), id, tab }), 'replace');
}
