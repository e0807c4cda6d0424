import { useMemo, useState } from 'react';
import { byteText } from '#renderer/components/body-bytes.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import type { Bytes } from '#shared/schemas/delivery.ts';
import { type BodiesCompared, meaningOf } from './body-differences.ts';
import { listed } from './comparison-sentence.ts';
import { DifferenceRows, shownDifferences } from './difference-rows.tsx';
import { spellingLabels } from './json-differences.ts';

interface MeaningLayerProps {
  readonly title: string;
  readonly before: Bytes;
  readonly after: Bytes;
  readonly compared: BodiesCompared;
}

/** What two bodies mean as JSON; of large ones only when it is asked for. */
export function MeaningLayer({ title, before, after, compared }: MeaningLayerProps) {
  const [isAsked, setIsAsked] = useState(false);
  const isLarge = compared.meaning.kind === 'large';
  const meaning = useMemo(
    () => (isLarge && isAsked ? meaningOf(before.text ?? '', after.text ?? '') : compared.meaning),
    [isLarge, isAsked, before, after, compared],
  );
  if (meaning.kind === 'large')
    return (
      <Card title={title} meta="large">
        <div className="flex items-center gap-3 text-fg-2">
          <span className="flex-1">These bodies are large.</span>
          <Button onClick={() => setIsAsked(true)}>
            Compare {byteText(before.byteLength + after.byteLength)} as JSON
          </Button>
        </div>
      </Card>
    );
  if (meaning.kind === 'unreadable')
    return (
      <Card title={title} meta="nothing to compare">
        <p className="text-fg-2">
          Not both are JSON objects, or both lists, so only their bytes are compared.
        </p>
      </Card>
    );
  if (meaning.kind === 'same')
    return (
      <Card title={title} meta="the same meaning">
        <p className="text-fg-2">
          The same meaning in other bytes. What differs is{' '}
          {listed(meaning.spellings.map((one) => spellingLabels[one]))}. A receiver that hashes the
          raw bytes sees another signature.
        </p>
      </Card>
    );
  const { differences } = meaning;
  return (
    <Card
      title={title}
      meta={
        differences.length === 1
          ? '1 member differs'
          : `${differences.length.toLocaleString('en')} members differ`
      }
      padded={false}
    >
      <DifferenceRows rows={shownDifferences(differences)} />
    </Card>
  );
}
