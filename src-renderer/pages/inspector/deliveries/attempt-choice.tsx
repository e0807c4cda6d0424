import { durationText, timeText, webhookName } from '#renderer/components/delivery-labels.ts';
import { codeOfResult } from '#renderer/components/no-status.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { Attempt } from '#shared/schemas/delivery.ts';
import { attemptNumber } from './attempts.ts';

interface AttemptChoiceProps {
  readonly attempts: readonly Attempt[];
  readonly shown: Attempt | null;
  readonly onChoose: (attemptId: number) => void;
}

/** Which attempt the tabs show; the timeline goes along to its window. */
export function AttemptChoice({ attempts, shown, onChoose }: AttemptChoiceProps) {
  if (shown === null) return <span className="text-small text-fg-3">Nothing sent yet</span>;
  const newestFirst = attempts.toSorted((a, b) => b.id - a.id);
  return (
    <span className="flex min-w-0 items-center gap-2 text-small text-fg-2">
      <Select
        aria-label="Attempt shown"
        className="h-7 max-w-[77px] @min-[470px]:max-w-[120px] @min-[540px]:max-w-[180px] @min-[620px]:max-w-[260px]"
        value={String(shown.id)}
        onChange={(id) => onChoose(Number(id))}
        options={newestFirst.map((attempt) => ({
          value: String(attempt.id),
          label: `Attempt ${attemptNumber(attempts, attempt)} to ${webhookName(attempt.url)}`,
          hint: timeText(attempt.startedAt),
          mark: <StatusCode code={codeOfResult(attempt)} />,
        }))}
      />
      <span className="hidden tabular-nums @min-[620px]:inline">
        {durationText(shown.timings.totalMs)}
      </span>
    </span>
  );
}
