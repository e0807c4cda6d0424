import { useMemo, useState } from 'react';
import { bytesOf } from '#renderer/components/body-bytes.ts';
import { Card } from '#renderer/ui/card.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { Bytes } from '#shared/schemas/delivery.ts';
import type { BodiesCompared } from './body-differences.ts';
import { MeaningLayer } from './meaning-layer.tsx';
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
  if (firstOffset === null)
    return (
      <Card title={title} meta="the same bytes" padded={false}>
        <p className="px-3 py-2.5 text-fg-2">
          {lengths[0] === 0
            ? 'Both are empty.'
            : `All ${lengths[0].toLocaleString('en')} bytes are equal.`}
        </p>
        <CutOff before={before} after={after} />
      </Card>
    );
  return (
    <>
      <BytesLayer {...props} firstOffset={firstOffset} />
      <MeaningLayer title={`${title}: JSON`} before={before} after={after} compared={compared} />
    </>
  );
}

function CutOff({ before, after }: Pick<BodyLayersProps, 'before' | 'after'>) {
  if (!before.truncated && !after.truncated) return null;
  return (
    <p className="border-t border-line px-3 py-2 text-small text-fg-2">
      Not all of the two is kept: what is kept is compared.
    </p>
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
        <Hex before={before} after={after} firstOffset={firstOffset} label={`${title}: bytes`} />
      )}
      <CutOff before={before} after={after} />
    </Card>
  );
}

interface HexProps {
  readonly before: Bytes;
  readonly after: Bytes;
  readonly firstOffset: number;
  readonly label: string;
}

function Hex({ before, after, ...rest }: HexProps) {
  const bytes = useMemo(() => [bytesOf(before), bytesOf(after)] as const, [before, after]);
  return <SideBySideHex before={bytes[0]} after={bytes[1]} {...rest} />;
}
