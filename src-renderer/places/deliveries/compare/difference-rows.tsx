import { useMemo, useState } from 'react';
import { Badge } from '#renderer/ui/badge.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { ArrowTo } from '#renderer/ui/inline-text.tsx';
import type { Tone } from '#renderer/ui/tone.ts';
import { formatCount } from '#shared/kit/format.ts';
import { visibleText } from '#shared/kit/visible-text.ts';
import { type Difference, type DifferenceKind, meaningOf } from './body-differences.ts';

export interface ShownDifference {
  readonly key: string;
  /** One word, such as "changed". */
  readonly kind: string;
  readonly tone: Tone;
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

const tones: Record<DifferenceKind, Tone> = { changed: 'warn', added: 'ok', removed: 'neutral' };

function shownDifferences(differences: readonly Difference[]): readonly ShownDifference[] {
  return differences.map((difference) => ({
    ...difference,
    key: difference.path,
    path: difference.path === '' ? 'entire value' : difference.path,
    tone: tones[difference.kind],
  }));
}

/** Longer values are truncated; they are shown in full elsewhere. */
const shownCharacters = 240;
/** Rows drawn per step. */
const rowsPerStep = 100;

function truncated(text: string): string {
  return visibleText(text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text);
}

/** One line per difference. */
export function DifferenceRows({ rows }: { rows: readonly ShownDifference[] }) {
  const [shownCount, setShownCount] = useState(rowsPerStep);
  const hiddenCount = rows.length - shownCount;
  if (rows.length === 0) return null;
  return (
    <>
      <ul className="divide-y divide-line/60">
        {rows.slice(0, shownCount).map((row) => (
          <li key={row.key} className="flex min-w-0 items-baseline gap-2.5 px-3 py-1.5">
            <span className="min-w-16.5 flex-none">
              <Badge tone={row.tone}>{row.kind}</Badge>
            </span>
            <span className="bytes min-w-0 flex-1 [overflow-wrap:anywhere]">
              <span className="text-accent">{row.path}</span> <Values row={row} />
            </span>
          </li>
        ))}
      </ul>
      {hiddenCount > 0 && (
        <div className="border-t border-line p-2">
          <Button onClick={() => setShownCount(shownCount + rowsPerStep)}>
            Show {Math.min(hiddenCount, rowsPerStep)} of {formatCount(hiddenCount)} more
          </Button>
        </div>
      )}
    </>
  );
}

function Values({ row: { before, after } }: { row: ShownDifference }) {
  if (before === undefined || after === undefined)
    return <span className="text-fg-2">{truncated(before ?? after ?? '')}</span>;
  return (
    <>
      <del className="text-fg-3 line-through">{truncated(before)}</del>
      <ArrowTo />
      <ins className="no-underline">{truncated(after)}</ins>
    </>
  );
}

interface DifferencesCardProps {
  readonly before: string;
  readonly after: string;
  /** Shown when nothing differs. */
  readonly same: string;
}

/** How a message changed between two stages. */
export function DifferencesCard({ before, after, same }: DifferencesCardProps) {
  const meaning = useMemo(() => meaningOf(before, after), [before, after]);
  if (meaning.kind === 'unreadable') return null;
  const differences = meaning.kind === 'other' ? meaning.differences : [];
  return (
    <Card title="Differences" meta={differences.length} padded={false}>
      {differences.length === 0 ? (
        <p className="px-3 py-2.5 text-fg-2">{same}</p>
      ) : (
        <DifferenceRows rows={shownDifferences(differences)} />
      )}
    </Card>
  );
}
