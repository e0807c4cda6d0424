import { Card } from '#renderer/ui/card.tsx';
import type { Tone } from '#renderer/ui/tone.ts';
import type { Comparison } from './comparison.ts';
import { DifferenceRows, type ShownDifference } from './difference-rows.tsx';
import type { HeaderDifference, HeadersCompared } from './header-differences.ts';
import { SameHeaders } from './same-headers.tsx';

const tones: Record<HeaderDifference['kind'], Tone> = {
  changed: 'warn',
  added: 'ok',
  'left out': 'neutral',
  respelled: 'info',
};

type Words = Partial<Record<HeaderDifference['kind'], string>>;

export function headerRows(
  { differences }: HeadersCompared,
  words: Words = {},
): readonly ShownDifference[] {
  return differences.map(({ kind, name, before, after }) => ({
    key: `${kind} ${name}`,
    kind: words[kind] ?? kind,
    tone: tones[kind],
    path: name,
    before: kind === 'added' ? undefined : before.join(', '),
    after: kind === 'left out' ? undefined : after.join(', '),
  }));
}

interface HeadersLayerProps {
  readonly title: string;
  readonly url: Comparison['url'];
  readonly headers: HeadersCompared | null;
  /** Said where there are none to compare. */
  readonly none: string;
}

/** The URL and the headers: what was added, left out or changed; what is the same, folded. */
export function HeadersLayer({ title, url, headers, none }: HeadersLayerProps) {
  if (headers === null)
    return (
      <Card title={title} meta="headers">
        <p className="text-fg-2">{none}</p>
      </Card>
    );
  const urlRows: readonly ShownDifference[] =
    url === null || url.before === url.after
      ? []
      : [{ key: 'URL', kind: 'changed', tone: 'warn', path: 'URL', ...url }];
  const rows = [...urlRows, ...headerRows(headers)];
  return (
    <Card
      title={title}
      meta={
        rows.length === 0
          ? 'the same URL and headers'
          : rows.length === 1
            ? '1 line differs'
            : `${rows.length} lines differ`
      }
      padded={false}
    >
      <DifferenceRows rows={rows} />
      <SameHeaders headers={headers} apart={rows.length > 0} />
    </Card>
  );
}
