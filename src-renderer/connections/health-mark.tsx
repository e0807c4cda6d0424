import {
  CircleCheck,
  CircleDashed,
  CircleX,
  type LucideIcon,
  TrendingUp,
  TriangleAlert,
} from 'lucide-react';
import { cx } from '#renderer/ui/cx.ts';
import { type Tone, toneText } from '#renderer/ui/tone.ts';
import type { WebhookHealth, WebhookStatistics } from '#shared/statistics/statistics.ts';
import { healthText } from '#shared/statistics/webhook-health.ts';

const looks: Record<WebhookHealth, { readonly icon: LucideIcon; readonly tone: Tone }> = {
  failing: { icon: CircleX, tone: 'bad' },
  degraded: { icon: TriangleAlert, tone: 'wait' },
  recovering: { icon: TrendingUp, tone: 'info' },
  healthy: { icon: CircleCheck, tone: 'ok' },
  inactive: { icon: CircleDashed, tone: 'neutral' },
};

interface HealthMarkProps {
  readonly webhook: WebhookStatistics;
}

/** A webhook's health as an icon and a word, explained on hover. */
export function HealthMark({ webhook }: HealthMarkProps) {
  const { icon: Icon, tone } = looks[webhook.health];
  return (
    <span
      title={healthText(webhook)}
      className={cx('inline-flex items-center gap-1.5 font-medium', toneText[tone])}
    >
      <Icon className="icon-small" strokeWidth={1.75} aria-hidden="true" />
      <span>{webhook.health}</span>
    </span>
  );
}
