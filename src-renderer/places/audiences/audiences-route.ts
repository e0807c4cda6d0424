/** The route of the page: `#/audiences/traits/trt_1/sync`. */

import type { Route, RouteTo } from '#renderer/kit/routing/route.ts';
import { navigate, useRoute } from '#renderer/kit/routing/route-store.ts';
import type { ComputationClass } from '#shared/audiences/computation.ts';

const lists = ['audiences', 'traits', 'deletions'] as const;
export type AudiencesList = (typeof lists)[number];

const sections = ['users', 'sync', 'settings'] as const;
export type PaneSectionName = (typeof sections)[number];

export interface AudiencesView {
  /** Null for all. */
  readonly list: AudiencesList | null;
  /** `new` for the form; null selects the first. */
  readonly id: string | null;
  /** What the pane is scrolled to. */
  readonly section: PaneSectionName;
}

/** Null if the address is unknown. */
export function viewOf({ page, path: [listName, id, sectionName] }: Route): AudiencesView | null {
  const list = lists.find((name) => name === listName) ?? null;
  const section = sections.find((name) => name === sectionName);
  if (page !== 'audiences' || (list === null && listName !== undefined)) return null;
  if (section === undefined && sectionName !== undefined) return null;
  return { list, id: id ?? null, section: section ?? 'users' };
}

export function routeOf(
  list: AudiencesList,
  id: string | null,
  section: PaneSectionName = 'users',
): RouteTo {
  if (id === null) return { page: 'audiences', path: [list] };
  return { page: 'audiences', path: section === 'users' ? [list, id] : [list, id, section] };
}

export function listOf(kind: ComputationClass): AudiencesList {
  return kind === 'audience' ? 'audiences' : 'traits';
}

export function useAudiencesView(): AudiencesView | null {
  return viewOf(useRoute((state) => state.route));
}

/** Marks the creation form, so that "New" focuses it while it is open. */
export const newFormMark = { 'data-new-form': '' } as const;

export function openNew(list: AudiencesList): void {
  navigate(routeOf(list, 'new'));
  requestAnimationFrame(() =>
    document
      .querySelector<HTMLElement>('[data-new-form] :is(input:not([type=checkbox]), textarea)')
      ?.focus(),
  );
}

/** Keeps the section that is in view. */
export function openOne(list: AudiencesList, id: string): void {
  const section = viewOf(useRoute.getState().route)?.section;
  navigate(routeOf(list, id, section), 'replace');
}

const sectionId = (section: PaneSectionName): string => `audience-${section}`;

/** Where a section is in the pane. */
export const sectionMark = (section: PaneSectionName) => ({ id: sectionId(section) });

export function scrollToSection(section: PaneSectionName): void {
  // Newer browsers return a promise.
  void document.getElementById(sectionId(section))?.scrollIntoView();
}

export function openSection(kind: ComputationClass, id: string, section: PaneSectionName): void {
  navigate(routeOf(listOf(kind), id, section), 'replace');
  scrollToSection(section);
}
