import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '#renderer/ui/button.tsx';
import { formatCount } from '#shared/kit/format.ts';
import type { Difference } from '#shared/signatures/signature.ts';

const differenceOf: Readonly<Record<Difference['of'], string>> = {
  body: 'Hashed',
  content: 'Signed',
  secret: 'Used',
  algorithm: 'Computed',
  digest: 'Computed',
  header: 'Received',
  url: 'Signed',
  timestamp: 'Received',
};

/** A fixed length hides the length of the secret. */
const mask = '••••••••••••';

/** Of a cause: secrets are hidden until they are shown. */
export function CauseDifference({ difference }: { difference: Difference }) {
  return difference.of === 'secret' ? (
    <SecretDifference difference={difference} />
  ) : (
    <DifferenceView difference={difference} />
  );
}

function SecretDifference({ difference }: { difference: Difference }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="flex items-start gap-2">
      <DifferenceView
        difference={isShown ? difference : { ...difference, expected: mask, found: mask }}
      />
      <IconButton
        size="small"
        icon={isShown ? EyeOff : Eye}
        label={isShown ? 'Hide secrets' : 'Show secrets'}
        onClick={() => setIsShown(!isShown)}
      />
    </div>
  );
}

interface DifferenceViewProps {
  readonly difference: Difference;
  /** Default: by what differs. */
  readonly foundLabel?: string;
}

export function DifferenceView({ difference, foundLabel }: DifferenceViewProps) {
  const { of, expected, found, offset } = difference;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-small">
      <dt className="text-fg-2">Expected</dt>
      <dd className="bytes [overflow-wrap:anywhere] whitespace-pre-wrap text-ok">{expected}</dd>
      <dt className="text-fg-2">{foundLabel ?? differenceOf[of]}</dt>
      <dd className="bytes [overflow-wrap:anywhere] whitespace-pre-wrap text-bad">{found}</dd>
      {offset !== null && (
        <>
          <dt className="text-fg-2">Byte offset</dt>
          <dd className="tabular-nums">{formatCount(offset)}</dd>
        </>
      )}
    </dl>
  );
}
