import { ArrowRight, CircleCheck, CircleDashed } from 'lucide-react';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { nextStepText, nextTarget, targetTitles } from '#shared/report/sender-labels.ts';
import type { SenderReport, SenderTarget } from '#shared/schemas/sender-certification.ts';

/** Where to send while the certification runs, what arrived there, and what to do next. */
export function SenderTargets({ report }: { report: SenderReport }) {
  const { targets, trigger } = report;
  const next = trigger === null ? nextTarget(report) : undefined;
  return (
    <>
      {trigger !== null && trigger.problem !== null && (
        <Banner tone="warn" title="Waiting for the sender.">
          {trigger.problem}
        </Banner>
      )}
      <Card title="URLs" meta={stepText(report, next)} padded={false}>
        <ul>
          {targets.map((target) => (
            <TargetRow key={target.name} target={target} isNext={target.name === next?.name} />
          ))}
        </ul>
      </Card>
    </>
  );
}

function stepText({ trigger }: SenderReport, next: SenderTarget | undefined): string {
  if (trigger !== null && trigger.sent < trigger.total)
    return `${trigger.sent} of ${trigger.total} messages triggered`;
  return next === undefined ? 'Waiting for retries' : '';
}

const marks = {
  next: { Icon: ArrowRight, color: 'text-accent' },
  received: { Icon: CircleCheck, color: 'text-ok' },
  missing: { Icon: CircleDashed, color: 'text-fg-3' },
} as const;

interface TargetRowProps {
  readonly target: SenderTarget;
  readonly isNext: boolean;
}

function TargetRow({ target, isNext }: TargetRowProps) {
  const { name, url, needed, received } = target;
  const { Icon, color } = marks[isNext ? 'next' : received >= needed ? 'received' : 'missing'];
  const title = targetTitles[name];
  return (
    <li
      aria-current={isNext ? 'step' : undefined}
      className={cx(
        'grid grid-cols-[14px_minmax(0,1fr)_auto_auto] items-center gap-x-2.5 border-b border-line/60 px-3 py-1.5 last:border-b-0',
        isNext && 'bg-bg-2',
      )}
    >
      <Icon className={cx('icon-small', color)} strokeWidth={1.5} aria-hidden="true" />
      <div className="min-w-0">
        <p>
          <span className={isNext ? 'font-medium' : undefined}>{title}</span>
          {isNext && (
            <span role="status" className="text-fg-2">
              {' '}
              · {nextStepText(target)}
            </span>
          )}
        </p>
        <p className="truncate font-mono text-small text-fg-2" title={url}>
          {url}
        </p>
      </div>
      <span className="text-small text-fg-2 tabular-nums">
        {Math.min(received, needed)} of {needed}
      </span>
      <CopyButton value={url} label={`Copy URL: ${title}`} />
    </li>
  );
}
