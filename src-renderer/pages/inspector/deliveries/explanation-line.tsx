import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { toneText } from '#renderer/ui/tone.ts';
import type { Explanation } from './explanations.ts';
import { FanOutSwitch } from './fan-out-switch.tsx';

interface ExplanationLineProps {
  readonly explanation: Explanation;
  readonly destinationId: string;
}

const icons = { info: Info, warn: TriangleAlert, bad: CircleAlert };

/** One sentence where the question arises; quiet, since it explains and does not alarm. */
export function ExplanationLine({ explanation, destinationId }: ExplanationLineProps) {
  const { tone, text, settings, offersStrict = false } = explanation;
  const Icon = icons[tone];
  return (
    <div className="flex items-start gap-2 text-small text-fg-2">
      <Icon
        className={cx('icon-small mt-0.5', toneText[tone])}
        strokeWidth={1.5}
        aria-hidden="true"
      />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>
          {text}{' '}
          {settings !== undefined && (
            <RouteLink to={{ page: 'destinations', path: [destinationId] }} className="underline">
              {settings}
            </RouteLink>
          )}
        </p>
        {offersStrict && (
          <div className="mt-1.5 text-fg">
            <FanOutSwitch destinationId={destinationId} />
          </div>
        )}
      </div>
    </div>
  );
}
