/** Queries of scenarios, and the route of the page. Files can change on disk, so they are refetched. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { core } from '#renderer/kit/data/core.ts';
import { type Listing, listingOf } from '#renderer/kit/data/listing.ts';
import { api, queryClient } from '#renderer/kit/data/query-client.ts';
import { queryOn, type Route, type RouteQuery, type RouteTo } from '#renderer/kit/routing/route.ts';
import { navigate, navigateFromHere, useRoute } from '#renderer/kit/routing/route-store.ts';
import type { RunSummary } from '#shared/scenarios/schema/run.ts';
import type { CheckedScenario, ScenarioEntry } from '#shared/scenarios/schema/workspace.ts';
import { builtInOf, type CertificationId, certifications, whatIfFile, whatIfs } from './what-if.ts';

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

/** A file of the folder; a built-in scenario needs no query. */
export const useScenarioFile = (file: string) =>
  useQuery(
    api.scenarios.get.queryOptions({
      input: builtInOf(file) === undefined ? { file } : skipToken,
      ...whenShown,
    }),
  );

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
): { readonly checked: CheckedScenario | undefined; readonly isCurrent: boolean } {
  const deferred = useDeferredValue(text);
  const { data, isPlaceholderData } = useQuery({
    ...api.scenarios.check.queryOptions({
      input: { file, text: deferred ?? '', set },
      gcTime: 10_000,
    }),
    enabled: deferred !== undefined,
    placeholderData: (before) => before,
  });
  return { checked: data, isCurrent: deferred === text && !isPlaceholderData };
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

// The route: `#/rehearse/outage.yaml?run=…`, `#/rehearse/what-if/outage`, `#/rehearse/runs/…`.

/** What a scenario shows in place of its run. */
export type Shown = NonNullable<RouteQuery<'rehearse'>['show']>;

export type Selection =
  | { readonly kind: 'scenario'; readonly file: string }
  | { readonly kind: 'run'; readonly id: string }
  | { readonly kind: 'certification'; readonly id: CertificationId };

const whatIfPath = 'what-if';
const newPath = 'new';
const [firstWhatIf] = whatIfs;

export function selectionOf({ path }: Pick<Route, 'path'>): Selection {
  const [first, second = '', third] = path;
  const certification = certifications.find(({ id }) => id === first);
  if (certification !== undefined) return { kind: 'certification', id: certification.id };
  if (first === runPath) return { kind: 'run', id: second };
  if (first === undefined || first === newPath || first === whatIfPath) {
    const whatIf = whatIfs.find(({ id }) => id === second) ?? firstWhatIf;
    const file = whatIf === undefined ? '' : whatIfFile(whatIf, third === 'own');
    return { kind: 'scenario', file };
  }
  return { kind: 'scenario', file: first };
}

/** Whether the address asks for a new scenario. */
export const useIsNew = (): boolean =>
  useRoute(({ route }) => route.page === 'rehearse' && route.path[0] === newPath);

export function useRehearseRoute() {
  const route = useRoute((state) => state.route);
  const { show = null, run = null, line = null } = queryOn(route, 'rehearse');
  return { selection: selectionOf(route), show, runId: run, line };
}

/** The row of the library that is selected. */
export const keyOfSelection = (selection: Selection): string =>
  selection.kind === 'scenario'
    ? selection.file
    : selection.kind === 'run'
      ? `${runPath}/${selection.id}`
      : selection.id;

export interface ShownPart {
  readonly show?: Shown | null;
  readonly run?: string | null;
  readonly line?: number | null;
}

export function routeOfScenario(file: string, { show, run, line }: ShownPart = {}): RouteTo {
  const builtIn = builtInOf(file);
  return {
    page: 'rehearse',
    path:
      builtIn === undefined
        ? [file]
        : [whatIfPath, builtIn.whatIf.id, ...(builtIn.isOwn ? ['own'] : [])],
    query: {
      ...(show != null && { show }),
      ...(run != null && { run }),
      ...(line != null && { line }),
    },
  };
}

export const openScenario = (file: string, part?: ShownPart): void =>
  navigate(routeOfScenario(file, part), 'replace');

/** For an action that waits first: does nothing once the user has gone elsewhere. */
export function openScenarioFromHere(): typeof openScenario {
  const open = navigateFromHere();
  return (file, part) => open(routeOfScenario(file, part));
}

/** One that was opened from a run archive. */
export const routeOfRun = (id: string): RouteTo => ({ page: 'rehearse', path: [runPath, id] });

export function openRunFromHere(): (id: string) => void {
  const open = navigateFromHere();
  return (id) => open(routeOfRun(id));
}
