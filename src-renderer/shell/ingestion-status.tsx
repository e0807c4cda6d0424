/** Where SDKs send to, at the foot of the rail. */
import { CircleDashed, CircleX, TriangleAlert } from 'lucide-react';
import { useSystem } from '#renderer/kit/data/system.ts';
import { useDisconnected } from '#renderer/kit/loading.tsx';
import { useCopy } from '#renderer/ui/copy-button.tsx';
import { Tooltip } from '#renderer/ui/popup.tsx';
import { listenProblemText } from '#shared/kit/problem.ts';

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
      className="m-1 size-1.75 rounded-full bg-ok ring-3 ring-ok/20"
    />
  );
}

/** The ingestion endpoint; a click copies it. */
export function IngestionStatus() {
  const system = useSystem();
  const [copied, copy] = useCopy();
  const isDisconnected = useDisconnected();
  if (system === null) return null;
  const { ingestUrl, ingestProblem } = system;
  const problem = ingestProblem && listenProblemText(ingestProblem);
  const tone =
    ingestUrl === null ? 'bad' : isDisconnected ? 'unknown' : problem === null ? 'ok' : 'warn';
  const result = copied === 'copied' ? 'Copied' : copied === 'failed' ? "Can't copy" : '';
  return (
    <Tooltip
      side="right"
      content={problem ?? (ingestUrl === null ? 'Not listening' : `Copy ${ingestUrl}`)}
    >
      <button
        type="button"
        onClick={() => ingestUrl !== null && copy(ingestUrl)}
        className="mb-1 flex flex-none flex-col items-center gap-1 rounded-control py-1.5 text-micro text-fg-2 -outline-offset-2 transition-colors hover:bg-bg-2 hover:text-fg"
      >
        <StatusLight tone={tone} />
        <span className="short:sr-only">
          {ingestUrl === null
            ? 'Not listening'
            : result || (isDisconnected ? 'Unknown' : 'Listening')}
        </span>
        {ingestUrl !== null && (
          <span className="bytes text-micro">:{new URL(ingestUrl).port || '80'}</span>
        )}
        {ingestUrl !== null && <span className="sr-only">Copy ingestion endpoint. {problem}</span>}
        <span role="status" className="sr-only">
          {result}
        </span>
      </button>
    </Tooltip>
  );
}
