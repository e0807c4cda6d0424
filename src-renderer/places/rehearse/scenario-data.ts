/** Queries of scenarios, and the route of the page. Files can change on disk, so they are refetched. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { core } from '#renderer/kit/data/core.ts';
import { type Listing, listingOf } from '#renderer/kit/data/listing.ts';
import { api, queryClient } from '#renderer/kit/data/query-client.ts';
import { queryOn, type RouteQuery, type RouteTo } from '#renderer/kit/routing/route.ts';
import { navigate, navigateFromHere, useRoute } from '#renderer/kit/routing/route-store.ts';
import type { RunSummary } from '#shared/scenarios/schema/run.ts';
import type { CheckedScenario, ScenarioEntry } from '#shared/scenarios/schema/workspace.ts';

export interface ListedScenario extends ScenarioEntry {
  readonly id: string;
  /** A run that was opened from a run archive. */
  readonly isRunArchive: boolean;
}

const runPath = 'runs';

function entryOfRun(run: RunSummary): ListedScenario {
  const name = run.name ?? run.file;
  return {
    ...{ id: `${runPath}/${run.id}`, isRunArchive: true, file: run.openedFrom ?? run.file },
    ...{ name: run.repeats === null ? name : `${name}, run again` },
    ...{ tags: [], cases: [], problems: 0, runs: [run] },
  };
}

const whenShown = { refetchOnMount: 'always', refetchOnWindowFocus: 'always' } as const;

export function useScenarios(): Listing<ListedScenario> & { readonly folder: string | null } {
  const query = useQuery(
    api.scenarios.list.queryOptions({
      ...whenShown,
      select: ({ folder, files, opened }) => ({
        folder,
        files: [
          ...files.map((entry) => ({ ...entry, id: entry.file, isRunArchive: false })),
          ...opened.map(entryOfRun),
        ],
      }),
    }),
  );
  return { ...listingOf(query, query.data?.files), folder: query.data?.folder ?? null };
}

export const useScenarioFile = (file: string) =>
  useQuery(api.scenarios.get.queryOptions({ input: { file }, ...whenShown }));

export const checkText = (
  file: string,
  text: string,
  set: Readonly<Record<string, string>>,
): Promise<CheckedScenario> => core.scenarios.check({ file, text, set });

/** Keeps the last check while the next one is running. */
export function useChecked(
  file: string,
  text: string | undefined,
  set: Readonly<Record<string, string>>,
): CheckedScenario | undefined {
  const deferred = useDeferredValue(text);
  return useQuery({
    ...api.scenarios.check.queryOptions({
      input: { file, text: deferred ?? '', set },
      gcTime: 10_000,
    }),
    enabled: deferred !== undefined,
    placeholderData: (before) => before,
  }).data;
}

export const useRuns = (file: string | null) =>
  useQuery(
    api.scenarios.runs.queryOptions({
      input: file === null ? skipToken : { file },
      ...whenShown,
    }),
  );

export const useStoredRun = (id: string | null) =>
  useQuery(api.scenarios.report.queryOptions({ input: { id: id ?? '' }, enabled: id !== null }));

/** Refetches after a change by this page. */
export async function reloadScenarios(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: api.scenarios.list.key() }),
    queryClient.invalidateQueries({ queryKey: api.scenarios.get.key() }),
    queryClient.invalidateQueries({ queryKey: api.scenarios.runs.key() }),
  ]);
}

// The route: `#/scenarios/outage.yaml?tab=run&run=…`.

export type Tab = NonNullable<RouteQuery<'scenarios'>['tab']>;

export const newPath = 'new';

export function useScenarioRoute() {
  const route = useRoute((state) => state.route);
  const { tab = 'edit', run = null } = queryOn(route, 'scenarios');
  const [file, id = null] = route.path;
  return { file, tab, runId: run, openedRun: file === runPath ? id : null };
}

const routeOf = (file: string, tab: Tab = 'edit', runId: string | null = null): RouteTo => ({
  page: 'scenarios',
  path: [file],
  query: { ...(tab !== 'edit' && { tab }), ...(runId !== null && { run: runId }) },
});

export const openScenario = (...shown: Parameters<typeof routeOf>): void =>
  navigate(routeOf(...shown), 'replace');

/** For an action that waits first: does nothing once the user has gone elsewhere. */
export function openScenarioFromHere(): typeof openScenario {
  const open = navigateFromHere();
  return (...shown) => open(routeOf(...shown));
}

/** One that was opened from a run archive. */
const routeOfRun = (id: string): RouteTo => ({ page: 'scenarios', path: [runPath, id] });

export function openRunFromHere(): (id: string) => void {
  const open = navigateFromHere();
  return (id) => open(routeOfRun(id));
}

export function openListed(id: string, tab: Tab): void {
  if (id.startsWith(`${runPath}/`)) navigate(routeOfRun(id.slice(runPath.length + 1)), 'replace');
  else openScenario(id, tab);
}

export const openGallery = (): void => navigate({ page: 'scenarios', path: [newPath] });
