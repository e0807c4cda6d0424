import { useMemo } from 'react';
import { Badge } from '#renderer/ui/badge.tsx';
import { Card } from '#renderer/ui/card.tsx';
import type { Tone } from '#renderer/ui/tone.ts';
import { meaningOf } from './body-differences.ts';
import type { Difference } from './json-differences.ts';

interface DifferencesCardProps {
  readonly before: string;
  readonly after: string;
  /** Said when nothing differs. */
  readonly same: string;
}

const tones: Record<Difference['kind'], Tone> = {
  changed: 'warn',
  added: 'ok',
  'left out': 'neutral',
};

/** Longer values are seen in the cards above; here they only need to be recognised. */
const shownCharacters = 120;

function short(text = ''): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
}

/** In words what became of a message between two points of its way. */
export function DifferencesCard({ before, after, same }: DifferencesCardProps) {
  const meaning = useMemo(() => meaningOf(before, after), [before, after]);
  if (meaning.kind === 'unreadable') return null;
  const differences = meaning.kind === 'other' ? meaning.differences : [];
  return <DifferencesOf title="Differences" differences={differences} same={same} />;
}

interface DifferencesOfProps {
  readonly title: string;
  readonly differences: readonly Difference[];
  /** Said when nothing differs. */
  readonly same: string;
}

export function DifferencesOf({ title, differences, same }: DifferencesOfProps) {
  return (
    <Card title={title} meta={differences.length} padded={false}>
      {differences.length === 0 ? (
        <p className="px-3 py-2.5 text-fg-2">{same}</p>
      ) : (
        <ul className="divide-y divide-line/60">
          {differences.map((difference) => (
            <li key={difference.path} className="flex min-w-0 items-baseline gap-2.5 px-3 py-1.5">
              <span className="w-[66px] flex-none">
                <Badge tone={tones[difference.kind]}>{difference.kind}</Badge>
              </span>
              <span className="bytes min-w-0 flex-1 [overflow-wrap:anywhere]">
                <span className="text-accent">{difference.path}</span>{' '}
                <Values difference={difference} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function Values({ difference: { kind, before, after } }: { difference: Difference }) {
  if (kind !== 'changed')
    return <span className="text-fg-2">{short(kind === 'added' ? after : before)}</span>;
  return (
    <>
      <span className="text-fg-3 line-through">{short(before)}</span>{' '}
      <span className="text-fg-2">→</span> <span>{short(after)}</span>
    </>
  );
}
