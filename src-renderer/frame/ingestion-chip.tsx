import { Check, Copy } from 'lucide-react';
import { useSystem } from '#renderer/stores/system-store.ts';
import { cx } from '#renderer/ui/cx.ts';
import { Tooltip } from '#renderer/ui/tooltip.tsx';
import { useCopy } from '#renderer/ui/use-copy.ts';

const chip =
  'flex h-[30px] flex-none items-center gap-2 rounded-control border border-line bg-bg-2 px-2.5 whitespace-nowrap text-fg-2';

function Dot({ tone }: { tone: 'ok' | 'warn' | 'bad' }) {
  const colours = {
    ok: 'bg-ok ring-ok/20',
    warn: 'bg-warn ring-warn/20',
    bad: 'bg-bad ring-bad/20',
  };
  return (
    <span
      aria-hidden="true"
      data-keep-colour
      className={cx('mx-[3px] size-[7px] rounded-full ring-3', colours[tone])}
    />
  );
}

/** Where events go: one click copies the address. */
export function IngestionChip() {
  const system = useSystem((state) => state.system);
  const [copied, copy] = useCopy();
  if (system === null) return null;
  const { ingestUrl, ingestNotice } = system;
  if (ingestUrl === null) {
    return (
      <Tooltip content={ingestNotice ?? 'Events cannot come in.'}>
        <button type="button" className={chip}>
          <Dot tone="bad" />
          <span className="max-[1180px]:sr-only">Ingestion</span>
          <span className="font-medium text-bad">not listening</span>
        </button>
      </Tooltip>
    );
  }
  const Icon = copied === 'copied' ? Check : Copy;
  return (
    <Tooltip content={ingestNotice ?? 'Copy the address that SDKs send events to'}>
      <button
        type="button"
        className={cx(chip, 'hover:bg-bg-3')}
        aria-label={`Copy the ingestion address ${ingestUrl}`}
        onClick={() => copy(ingestUrl)}
      >
        <Dot tone={ingestNotice === null ? 'ok' : 'warn'} />
        <span className="max-[1180px]:sr-only">Ingestion</span>
        <span className="bytes font-medium text-fg">{new URL(ingestUrl).host}</span>
        <Icon
          aria-hidden="true"
          strokeWidth={1.5}
          className={cx('icon-small', copied === 'copied' ? 'text-ok' : 'text-fg-3')}
        />
        <span role="status" className="sr-only">
          {copied === 'copied' ? 'Copied' : copied === 'failed' ? 'Could not copy' : ''}
        </span>
      </button>
    </Tooltip>
  );
}
