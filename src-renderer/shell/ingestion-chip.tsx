import { Check, CircleDashed, CircleX, Copy, TriangleAlert } from 'lucide-react';
import { useDisconnected } from '#renderer/components/use-disconnected.ts';
import { useSystem } from '#renderer/stores/system-store.ts';
import { cx } from '#renderer/ui/cx.ts';
import { Tooltip } from '#renderer/ui/tooltip.tsx';
import { useCopy } from '#renderer/ui/use-copy.ts';

const chip =
  'flex h-[30px] flex-none items-center gap-2 rounded-control border border-line bg-bg-2 px-2.5 whitespace-nowrap text-fg-2';

/** Each state of the address has a shape of its own, never a colour alone. */
function Light({ tone }: { tone: 'ok' | 'warn' | 'bad' | 'unknown' }) {
  if (tone === 'unknown')
    return <CircleDashed className="icon-small text-fg-3" strokeWidth={1.5} aria-hidden="true" />;
  if (tone === 'warn')
    return <TriangleAlert className="icon-small text-warn" strokeWidth={1.5} aria-hidden="true" />;
  if (tone === 'bad')
    return <CircleX className="icon-small text-bad" strokeWidth={1.5} aria-hidden="true" />;
  return (
    <span
      aria-hidden="true"
      data-keep-colour
      className="mx-[3px] size-[7px] rounded-full bg-ok ring-3 ring-ok/20"
    />
  );
}

/** Where events go: one click copies the address. */
export function IngestionChip() {
  const system = useSystem((state) => state.system);
  const [copied, copy] = useCopy();
  const away = useDisconnected();
  if (system === null) return null;
  const { ingestUrl, ingestNotice } = system;
  if (ingestUrl === null) {
    return (
      <Tooltip content={ingestNotice ?? 'Events cannot come in.'}>
        <button type="button" className={chip}>
          <Light tone="bad" />
          <span className="max-[1180px]:sr-only">Ingestion</span>
          <span className="font-medium text-bad">not listening</span>
        </button>
      </Tooltip>
    );
  }
  const Icon = copied === 'copied' ? Check : Copy;
  return (
    <Tooltip content={ingestNotice ?? 'Copy the address that SDKs send events to'}>
      <button type="button" className={cx(chip, 'hover:bg-bg-3')} onClick={() => copy(ingestUrl)}>
        <Light tone={away ? 'unknown' : ingestNotice === null ? 'ok' : 'warn'} />
        <span className="max-[1180px]:sr-only">Ingestion</span>
        <span className="bytes font-medium text-fg">{new URL(ingestUrl).host}</span>
        <Icon
          aria-hidden="true"
          strokeWidth={1.5}
          className={cx('icon-small', copied === 'copied' ? 'text-ok' : 'text-fg-3')}
        />
        <span className="sr-only">Copy the address. {ingestNotice}</span>
        <span role="status" className="sr-only">
          {copied === 'copied' ? 'Copied' : copied === 'failed' ? 'Could not copy' : ''}
        </span>
      </button>
    </Tooltip>
  );
}
