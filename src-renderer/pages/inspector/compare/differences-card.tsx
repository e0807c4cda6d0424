import { useMemo } from 'react';
import { Card } from '#renderer/ui/card.tsx';
import { meaningOf } from './body-differences.ts';
import { DifferenceRows, shownDifferences } from './difference-rows.tsx';
import type { Difference } from './json-differences.ts';

interface DifferencesCardProps {
  readonly before: string;
  readonly after: string;
  /** Said when nothing differs. */
  readonly same: string;
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
        <DifferenceRows rows={shownDifferences(differences)} />
      )}
    </Card>
  );
}
