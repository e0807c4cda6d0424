import { CircleAlert } from 'lucide-react';
import type { Problem } from '#shared/filter/lex.ts';

interface FilterMeaningProps {
  readonly id: string;
  /** What the filter lets through, in plain words. */
  readonly words: string;
  readonly typed: string;
  /** Why what was typed cannot be read; null when it can. */
  readonly problem: Problem | null;
}

/** Beneath the line: what it means; or what is wrong, with the characters it is about. */
export function FilterMeaning({ id, words, typed, problem }: FilterMeaningProps) {
  if (problem === null)
    return (
      <p id={id} className="mx-3 mb-2 line-clamp-2 flex-none text-small text-fg-2" title={words}>
        {words}
      </p>
    );
  const { start, end, message } = problem;
  return (
    <div id={id} role="alert" className="mx-3 mb-2 flex flex-none gap-1.5 text-small text-bad">
      <CircleAlert className="icon-small mt-0.5 flex-none" strokeWidth={1.5} aria-hidden="true" />
      <div className="min-w-0">
        <p className="bytes break-all text-fg">
          {typed.slice(0, start)}
          <mark className="rounded-sm bg-bad-bg text-bad underline decoration-wavy underline-offset-2">
            {typed.slice(start, end)}
          </mark>
          {typed.slice(end)}
        </p>
        <p>{message}</p>
      </div>
    </div>
  );
}
