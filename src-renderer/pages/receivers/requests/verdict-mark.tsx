import { Check, Minus, X } from 'lucide-react';
import { cx } from '#renderer/ui/cx.ts';
import type { SignatureCheck } from '#shared/schemas/receiver-request.ts';

type Verdict = SignatureCheck['raw'] | SignatureCheck['parsed'];

const looks = {
  match: { icon: Check, tone: 'text-ok', word: 'right' },
  mismatch: { icon: X, tone: 'text-bad', word: 'wrong' },
  missing: { icon: X, tone: 'text-bad', word: 'missing' },
  not_json: { icon: Minus, tone: 'text-fg-3', word: 'not JSON' },
} as const;

interface VerdictMarkProps {
  /** Over what it was computed. */
  readonly over: string;
  readonly verdict: Verdict;
  /** With the word drawn, rather than only read aloud. */
  readonly worded?: boolean;
}

/** Whether a signature is right, as shape, colour and word. */
export function VerdictMark({ over, verdict, worded = false }: VerdictMarkProps) {
  const { icon: Icon, tone, word } = looks[verdict];
  return (
    <span
      className="inline-flex flex-none items-center gap-0.5 whitespace-nowrap"
      title={`${over}: ${word}`}
    >
      <Icon className={cx('icon-small', tone)} strokeWidth={2} aria-hidden="true" />
      <span className={worded ? cx('font-medium', tone) : 'text-small text-fg-2'}>
        {worded ? word : over}
      </span>
      {!worded && <span className="sr-only"> {word}</span>}
    </span>
  );
}
