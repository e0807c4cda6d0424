/** Everything that can be rehearsed: built-in scenarios, and the user's scenarios. */

import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { create } from 'zustand';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { api } from '#renderer/kit/data/query-client.ts';
import { focusPane } from '#renderer/kit/keyboard/focus.ts';
import { ListFoot, newKey } from '#renderer/kit/lists/list.tsx';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import type { RouteTo } from '#renderer/kit/routing/route.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Popover } from '#renderer/ui/popup.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';
import { formatLatency } from '#shared/kit/duration.ts';
import { formatCount } from '#shared/kit/format.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { Verdict } from '#shared/scenarios/schema/report.ts';
import type { RunSummary } from '#shared/scenarios/schema/run.ts';
import { RunAllSummary, useRunAll } from './run-all.tsx';
import { virtualText } from './run-labels.ts';
import { createFrom } from './scenario-actions.ts';
import {
  keyOfSelection,
  type ListedScenario,
  routeOfRun,
  routeOfScenario,
  type Selection,
  useRehearseRoute,
  type useScenarios,
} from './scenario-data.ts';
import { useDrafts } from './scenario-drafts.ts';
import { useScenarioRun } from './scenario-run.ts';
import { VerdictMark } from './verdict-mark.tsx';
import { builtInOf, certifications, type WhatIf, whatIfFile, whatIfs } from './what-if.ts';

interface LibraryProps {
  readonly list: ReturnType<typeof useScenarios>;
  readonly selected: Selection;
  /** Whether the templates of new scenarios are shown. */
  readonly isNewOpen: boolean;
  readonly onNewOpen: (isOpen: boolean) => void;
}

interface Row {
  readonly key: string;
  readonly to: RouteTo;
}

const rowOf = (listed: ListedScenario): Row => ({
  key: listed.id,
  to: listed.isRunArchive
    ? routeOfRun(listed.id.replace(/^runs\//, ''))
    : routeOfScenario(listed.file),
});

const builtInRows: readonly (Row & Pick<WhatIf, 'title' | 'about' | 'icon'>)[] = [
  ...whatIfs.map((whatIf) => ({
    ...whatIf,
    key: whatIfFile(whatIf, false),
    to: routeOfScenario(whatIfFile(whatIf, false)),
  })),
  ...certifications.map((one) => ({
    ...one,
    key: one.id,
    to: { page: 'rehearse', path: [one.id] } as const,
  })),
];

/** What each built-in scenario showed last: against mock endpoints or a server, and which part. */
const useShownLast = create<Readonly<Record<string, RouteTo>>>()(() => ({}));

/** Against a server of the user, a built-in scenario has the same row. */
const selectedKeyOf = (selected: Selection): string => {
  const key = keyOfSelection(selected);
  return whatIfs.some((whatIf) => whatIfFile(whatIf, true) === key)
    ? key.replace(/-own\.yaml$/, '.yaml')
    : key;
};

export function Library({ list, selected, isNewOpen, onNewOpen }: LibraryProps) {
  const key = selectedKeyOf(selected);
  const { show } = useRehearseRoute();
  const file = selected.kind === 'scenario' && builtInOf(selected.file) ? selected.file : null;
  const shownLast = useShownLast();
  useEffect(() => {
    if (file !== null) useShownLast.setState({ [key]: routeOfScenario(file, { show }) });
  }, [key, file, show]);
  const builtIns = builtInRows.map((row) =>
    row.key === key && file !== null
      ? { ...row, to: routeOfScenario(file) }
      : { ...row, to: shownLast[row.key] ?? row.to },
  );
  const rows: readonly Row[] = [...builtIns, ...list.items.map(rowOf)];
  const frame = useRef<HTMLElement>(null);
  const move = (by: number): void => {
    const at = rows.findIndex((row) => row.key === key);
    const next = rows[Math.min(rows.length - 1, Math.max(0, at + by))];
    if (next === undefined) return;
    navigate(next.to, 'replace');
    frame.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(next.key)}"] a`)?.focus();
  };
  useActions('List', [
    { id: 'list.next', title: 'Next', shortcut: 'j', isKeyOnly: true, run: () => move(1) },
    { id: 'list.previous', title: 'Previous', shortcut: 'k', isKeyOnly: true, run: () => move(-1) },
  ]);
  const [createAction] = useActions('Rehearse', [
    {
      id: 'scenario.new',
      title: 'New scenario',
      shortcut: 'n',
      icon: Plus,
      run: () => onNewOpen(true),
    },
  ]);
  return (
    <nav
      ref={frame}
      aria-label="Library"
      className="flex h-full min-h-0 flex-col border-r border-line bg-bg-1"
    >
      <div className="min-h-0 flex-1 overflow-y-auto pb-3">
        <h2 className="pt-3 pr-4 pb-1 pl-5 text-label font-semibold text-fg-3">What if…</h2>
        <ul aria-label="What if…">
          {builtIns.map((row) => (
            <li key={row.key} data-row={row.key}>
              <BuiltInRow row={row} isSelected={row.key === key} />
            </li>
          ))}
        </ul>
        <div className="flex items-center pt-3 pr-3 pb-1 pl-5 text-label font-semibold text-fg-3">
          <h2>Your scenarios</h2>
          <span className="ml-auto pr-1 font-normal tabular-nums">
            {list.status === 'ready' && formatCount(list.items.length)}
          </span>
          <Popover
            title="New scenario"
            align="start"
            open={isNewOpen}
            onOpenChange={onNewOpen}
            trigger={
              <IconButton icon={Plus} size="small" label={createAction.label} shortcut="n" />
            }
          >
            <Templates files={list.items.map(({ file }) => file)} onDone={() => onNewOpen(false)} />
          </Popover>
        </div>
        {list.status === 'failed' ? (
          <ErrorState onRetry={list.reload}>{list.problem}</ErrorState>
        ) : list.status === 'loading' ? (
          <LateSpinner label="Loading scenarios" />
        ) : list.items.length === 0 ? (
          <p className="px-5 py-1 text-small text-fg-3">Saved scenarios appear here.</p>
        ) : (
          <ul aria-label="Your scenarios">
            {list.items.map((listed) => (
              <li key={listed.id} data-row={listed.id}>
                <ScenarioRow listed={listed} isSelected={listed.id === key} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <ListFoot hints={[newKey]}>
        <RunAllSummary />
      </ListFoot>
    </nav>
  );
}

interface RowLinkProps {
  readonly to: RouteTo;
  readonly isSelected: boolean;
  readonly title?: string;
  readonly className: string;
  readonly children: ReactNode;
}

function RowLink({ to, isSelected, title, className, children }: RowLinkProps) {
  return (
    <RouteLink
      plain
      to={to}
      title={title}
      isCurrent={isSelected}
      className={cx(
        'items-center rounded-none! -outline-offset-2 transition-colors',
        isSelected ? 'bg-accent-bg shadow-[inset_2px_0_var(--accent)]' : 'hover:bg-bg-2',
        className,
      )}
    >
      {children}
    </RouteLink>
  );
}

interface BuiltInRowProps {
  readonly row: (typeof builtInRows)[number];
  readonly isSelected: boolean;
}

function BuiltInRow({ row, isSelected }: BuiltInRowProps) {
  const { title, about, icon: Icon, key, to } = row;
  const ownKey = key.replace(/\.yaml$/, '-own.yaml');
  const isRunning = useScenarioRun(
    (run) => run.isRunning && (run.file === key || run.file === ownKey),
  );
  const atMs = useScenarioRun((run) => run.progress?.atMs ?? 0);
  return (
    <RowLink
      to={to}
      isSelected={isSelected}
      className="flex h-11.5 gap-2.5 pr-3.5 pl-4 max-md:pr-2"
    >
      <span
        className={cx(
          'grid size-7.5 flex-none place-items-center rounded-card max-md:hidden',
          isSelected ? 'bg-accent text-accent-fg' : 'bg-bg-3 text-fg-2',
        )}
      >
        <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate leading-4.25 font-semibold">{title}</span>
        <span
          className={cx(
            'block truncate text-small leading-4 tabular-nums',
            isRunning ? 'text-accent' : 'text-fg-2',
          )}
        >
          {isRunning ? virtualText(atMs) : about}
        </span>
      </span>
    </RowLink>
  );
}

/** The worst verdict among the last runs of its cases. */
function latestVerdict(runs: readonly RunSummary[]): Verdict | 'none' {
  const latest = runs.filter(
    (run, index) => runs.findIndex((otherRun) => otherRun.case === run.case) === index,
  );
  const worst = (['failed', 'inconclusive', 'passed'] as const).find((verdict) =>
    latest.some((run) => run.verdict === verdict),
  );
  return worst ?? 'none';
}

/** Short enough for the end of a row. */
function stateText({ problems, runs }: ListedScenario, isChanged: boolean): string {
  const [last] = runs;
  if (problems > 0) return problems === 1 ? '1 problem' : `${problems} problems`;
  if (isChanged) return 'unsaved';
  if (last === undefined) return 'not run';
  return last.verdict === 'failed'
    ? `${last.checks - last.passed} of ${last.checks}`
    : formatLatency(last.realMs);
}

function ScenarioRow({ listed, isSelected }: { listed: ListedScenario; isSelected: boolean }) {
  const { file, name, runs, problems } = listed;
  const isRunning = useScenarioRun((run) => run.isRunning && run.file === file);
  const isChanged = useDrafts(({ texts }) => texts[file] !== undefined);
  const skipped = useRunAll((all) => all.problems[file]);
  return (
    <RowLink
      to={rowOf(listed).to}
      isSelected={isSelected}
      title={skipped === undefined ? file : `${file}\nNot run: ${skipped}`}
      className="flex h-8 gap-2.25 pr-3.5 pl-5 max-md:px-3"
    >
      {isRunning ? (
        <Spinner label="running" />
      ) : (
        <VerdictMark verdict={problems > 0 ? 'problem' : latestVerdict(runs)} />
      )}
      <span className={cx('min-w-0 flex-1 truncate', isSelected && 'font-semibold')}>
        {visibleLine(name ?? file)}
      </span>
      <span
        className={cx(
          'text-small tabular-nums',
          listed.problems > 0 || skipped !== undefined ? 'text-warn' : 'text-fg-3',
        )}
      >
        {skipped === undefined ? stateText(listed, isChanged) : 'not run'}
      </span>
    </RowLink>
  );
}

/** Examples to start from. */
function Templates({ files, onDone }: { files: readonly string[]; onDone: () => void }) {
  const { data, error, refetch } = useQuery(api.scenarios.examples.queryOptions());
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (data !== undefined) first.current?.focus();
  }, [data]);
  if (error !== null) return <Button onClick={() => void refetch()}>Try again</Button>;
  if (data === undefined) return <LateSpinner label="Loading examples" />;
  return (
    <ul aria-label="Templates" className="-mx-1.5 max-h-96 w-84 overflow-y-auto">
      {data.map((example, index) => (
        <li key={example.example}>
          <button
            ref={index === 0 ? first : undefined}
            type="button"
            onClick={() => {
              onDone();
              void createFrom(example, files).then((isDone) => isDone && focusPane());
            }}
            className="block w-full rounded-control px-1.5 py-1.5 text-left -outline-offset-2 hover:bg-bg-3"
          >
            <span className="block font-semibold">{example.name}</span>
            <span className="block text-small text-fg-2">{example.description}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
