import { useMemo, useState } from 'react';
import { Card } from '#renderer/ui/card.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { HexView } from '#renderer/ui/hex-view.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { HashedBytes } from '#shared/schemas/signature.ts';

type View = 'text' | 'hex';

const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The very bytes that the digest is of, with a mark for what cannot be seen. */
export function HashedBytesCard({ hashed }: { hashed: HashedBytes }) {
  const [view, setView] = useState<View>('text');
  const bytes = useMemo(() => bytesOfHex(hashed.hex), [hashed.hex]);
  const count = hashed.byteLength.toLocaleString('en');
  return (
    <Card
      title="Bytes that were hashed"
      meta={`${count} ${hashed.byteLength === 1 ? 'byte' : 'bytes'}`}
      padded={false}
      actions={
        <>
          <Segmented<View>
            label="View of the bytes"
            size="small"
            value={view}
            onChange={setView}
            segments={[
              { value: 'text', label: 'Text' },
              { value: 'hex', label: 'Hex' },
            ]}
          />
          <CopyButton value={hashed.hex} label="Copy bytes as hex" />
        </>
      }
    >
      {hashed.byteLength === 0 ? (
        <p className="p-3 text-fg-2">None: the body is empty.</p>
      ) : view === 'text' ? (
        <CodeView label="Bytes as text" text={hashed.text} />
      ) : (
        <HexView label="Bytes as hex" bytes={bytes} />
      )}
    </Card>
  );
}
