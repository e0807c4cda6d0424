import { CircleCheck, CircleDashed, CircleX, type LucideIcon, ShieldX, Timer } from 'lucide-react';
import { cx } from '#renderer/ui/cx.ts';
import { type Tone, toneText } from '#renderer/ui/tone.ts';
import type { WebhookHealth } from '#shared/schemas/statistics.ts';

const looks: Record<
  WebhookHealth,
  { readonly icon: LucideIcon; readonly tone: Tone; readonly meaning: string }
> = {
  healthy: { icon: CircleCheck, tone: 'ok', meaning: 'It answers, and in time' },
  slow: {
    icon: Timer,
    tone: 'wait',
    meaning: 'More than one attempt in ten took longer than a second; after five it is given up',
  },
  failing: {
    icon: CircleX,
    tone: 'bad',
    meaning: 'The latest attempt failed, or more than one in ten of the latest twenty',
  },
  refused: {
    icon: ShieldX,
    tone: 'ref',
    meaning: "Blocked: certificate not trusted, or points to Hookwright's own ingestion endpoint",
  },
  silent: { icon: CircleDashed, tone: 'neutral', meaning: 'No attempt in this time' },
};

/** How a webhook does: a shape, a colour and a word. */
export function HealthMark({ health }: { health: WebhookHealth }) {
  const { icon: Icon, tone, meaning } = looks[health];
  return (
    <span
      title={meaning}
      className={cx('inline-flex items-center gap-1.5 font-medium', toneText[tone])}
    >
      <Icon className="icon-small" strokeWidth={1.75} aria-hidden="true" />
      {health}
    </span>
  );
}
