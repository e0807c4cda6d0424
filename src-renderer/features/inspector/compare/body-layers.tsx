import { useState } from 'react';
import { bytesOf } from '#renderer/parts/body-bytes.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { Bytes } from '#shared/schemas/delivery.ts';
import type { BodiesCompared } from './body-differences.ts';
import { listed } from './comparison-sentence.ts';
import { DifferenceRows, shownDifferences } from './difference-rows.tsx';
import { spellingWords } from './json-differences.ts';
import { SideBySideHex } from './side-by-side-hex.tsx';
import { TextHunkView } from './text-hunk-view.tsx';

interface BodyLayersProps {
  /** "Body", or "Body of the answer". */
  readonly title: string;
  readonly before: Bytes;
  readonly after: Bytes;
  readonly compared: BodiesCompared;
}

/** Two bodies: their bytes, and where these differ, what they mean. */
export function BodyLayers(props: BodyLayersProps) {
  const { title, before, after, compared } = props;
  const { firstOffset, lengths } = compared.bytes;
  const cut = before.truncated || after.truncated;
  const note = cut && (
    <p className="border-t border-line px-3 py-2 text-small text-fg-2">
      Not all of the two is kept: what is kept is compared.
    </p>
  );
  if (firstOffset === null)
    return (
      <Card title={title} meta="the same bytes" padded={false}>
        <p className="px-3 py-2.5 text-fg-2">
          {lengths[0] === 0
            ? 'Both are empty.'
            : `All ${lengths[0].toLocaleString('en')} bytes are equal.`}
        </p>
        {note}
      </Card>
    );
  return (
    <>
      <BytesLayer {...props} firstOffset={firstOffset} />
      <MeaningLayer title={`${title}: JSON`} compared={compared} />
      {note}
    </>
  );
}

function MeaningLayer({ title, compared }: { title: string; compared: BodiesCompared }) {
  const { meaning } = compared;
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
          {listed(meaning.spellings.map((one) => spellingWords[one]))}. A receiver that hashes the
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

type Look = 'text' | 'bytes';

function BytesLayer({
  title,
  before,
  after,
  compared,
  firstOffset,
}: BodyLayersProps & { readonly firstOffset: number }) {
  const [chosen, setChosen] = useState<Look>('text');
  const isText = before.text !== null && after.text !== null;
  const look = isText ? chosen : 'bytes';
  const [from, to] = compared.bytes.lengths.map((length) => length.toLocaleString('en'));
  const lengths = from === to ? `both ${from} bytes` : `${from} and ${to} bytes`;
  return (
    <Card
      title={`${title}: bytes`}
      meta={`${lengths}, from offset ${firstOffset.toLocaleString('en')}`}
      padded={false}
      actions={
        isText && (
          <Segmented<Look>
            label={`${title} compared as`}
            size="small"
            value={look}
            onChange={setChosen}
            segments={[
              { value: 'text', label: 'Text' },
              { value: 'bytes', label: 'Bytes' },
            ]}
          />
        )
      }
    >
      {look === 'text' ? (
        <TextHunkView before={before.text ?? ''} after={after.text ?? ''} />
      ) : (
        <SideBySideHex
          before={bytesOf(before)}
          after={bytesOf(after)}
          firstOffset={firstOffset}
          label={`${title}: bytes`}
        />
      )}
    </Card>
  );
}
