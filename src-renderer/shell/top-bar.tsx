import { Check, CircleDashed, CircleX, Copy, Search, Send, TriangleAlert } from 'lucide-react';
import { TopBarClock } from '#renderer/clock/top-bar-clock.tsx';
import { JobsButton } from '#renderer/jobs/jobs-button.tsx';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { useSystem } from '#renderer/kit/data/system.ts';
import { runCommand, useShortcutOf } from '#renderer/kit/keyboard/commands.ts';
import { useDisconnected } from '#renderer/kit/loading.tsx';
import { openSend, showOverlay, useOverlay } from '#renderer/kit/overlay.ts';
import { useCopy } from '#renderer/ui/copy-button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { Tooltip } from '#renderer/ui/popup.tsx';
import { listenProblemText } from '#shared/kit/problem.ts';
import { LedgerSummary } from './ledger-summary.tsx';

function SearchBox() {
  const shortcut = useShortcutOf('palette.open');
  return (
    <button
      type="button"
      onClick={() => runCommand('palette.open')}
      className="flex h-control w-[244px] flex-none items-center gap-2 rounded-control border border-line bg-bg-2 pr-2 pl-2.5 whitespace-nowrap text-fg-3 transition-colors hover:border-line-2 hover:text-fg-2 max-2xl:w-34 max-lg:w-auto"
    >
      <Search className="icon-small" strokeWidth={1.5} aria-hidden="true" />
      <span className="truncate max-2xl:sr-only">Search or run a command</span>
      <span aria-hidden="true" className="hidden max-2xl:inline max-lg:hidden">
        Search
      </span>
      {shortcut && <Kbd shortcut={shortcut} className="ml-auto max-md:hidden" />}
    </button>
  );
}

/** The drawer that sends, from everywhere. */
function SendButton() {
  const isOpen = useOverlay(({ open }) => open === 'send');
  const [open] = useActions('Go', [
    {
      id: 'send.open',
      title: 'Send event',
      keywords: ['sample', 'message', 'payload', 'file', 'curl', 'har'],
      icon: Send,
      shortcut: 'Mod+E',
      run: () => (isOpen ? showOverlay(null) : openSend()),
    },
  ]);
  return (
    <ActionButton
      action={open}
      variant="primary"
      aria-haspopup="dialog"
      aria-label="Send event"
      className="max-2xl:[&_kbd]:hidden max-xl:[&>span]:sr-only"
    />
  );
}

/** Ingestion endpoint, ledger, clock, search and sending. */
export function TopBar() {
  return (
    <>
      <IngestionChip />
      <LedgerSummary />
      <TopBarClock />
      <JobsButton />
      <SearchBox />
      <SendButton />
    </>
  );
}

const chip =
  'flex h-control flex-none items-center gap-2 rounded-control border border-line bg-bg-2 px-2.5 whitespace-nowrap text-fg-2';

/** Each state differs in shape, not only in color. */
function StatusLight({ tone }: { tone: 'ok' | 'warn' | 'bad' | 'unknown' }) {
  if (tone === 'unknown')
    return <CircleDashed className="icon-small text-fg-3" strokeWidth={1.5} aria-hidden="true" />;
  if (tone === 'warn')
    return <TriangleAlert className="icon-small text-warn" strokeWidth={1.5} aria-hidden="true" />;
  if (tone === 'bad')
    return <CircleX className="icon-small text-bad" strokeWidth={1.5} aria-hidden="true" />;
  return (
    <span
      aria-hidden="true"
      data-keep-color
      className="mx-0.75 size-1.75 rounded-full bg-ok ring-3 ring-ok/20"
    />
  );
}

/** The ingestion endpoint; a click copies it. */
function IngestionChip() {
  const system = useSystem();
  const [copied, copy] = useCopy();
  const isDisconnected = useDisconnected();
  if (system === null) return null;
  const { ingestUrl, ingestProblem } = system;
  const problem = ingestProblem && listenProblemText(ingestProblem);
  if (ingestUrl === null) {
    return (
      <Tooltip content={problem ?? 'Not listening'}>
        <button type="button" className={chip}>
          <StatusLight tone="bad" />
          <span className="max-xl:sr-only">Ingestion</span>
          <span className="font-medium text-bad">not listening</span>
        </button>
      </Tooltip>
    );
  }
  const Icon = copied === 'copied' ? Check : Copy;
  return (
    <Tooltip content={problem ?? 'Copy ingestion endpoint'}>
      <button type="button" className={cx(chip, 'hover:bg-bg-3')} onClick={() => copy(ingestUrl)}>
        <StatusLight tone={isDisconnected ? 'unknown' : problem === null ? 'ok' : 'warn'} />
        <span className="max-xl:sr-only">Ingestion</span>
        <span className="bytes font-medium text-fg max-md:sr-only">{new URL(ingestUrl).host}</span>
        <Icon
          aria-hidden="true"
          strokeWidth={1.5}
          className={cx('icon-small', copied === 'copied' ? 'text-ok' : 'text-fg-3')}
        />
        <span className="sr-only">Copy endpoint. {problem}</span>
        <span role="status" className="sr-only">
          {copied === 'copied' ? 'Copied' : copied === 'failed' ? "Can't copy" : ''}
        </span>
      </button>
    </Tooltip>
  );
}
