import { byteText } from '#renderer/components/body-bytes.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import type { ResendPreview } from '#shared/schemas/resend.ts';
import { changedByte } from './changed-byte.ts';

interface ResendPreviewCardProps {
  readonly preview: ResendPreview;
  /** As typed: with one byte changed, another body is sent. */
  readonly typedBody: string;
  /** What is typed cannot be sent as it is, so that this is of an earlier state of it. */
  readonly outdated: boolean;
}

/** The exact head that goes out, live, and what a correct receiver makes of its signature. */
export function ResendPreviewCard({ preview, typedBody, outdated }: ResendPreviewCardProps) {
  const { request, body } = preview;
  return (
    <Card
      title="What goes out"
      meta={outdated ? 'of the last text that can be sent' : `${byteText(body.byteLength)} of body`}
      padded={false}
    >
      <KeyValueList
        label="What goes out"
        keyWidth={120}
        items={[
          { key: request.method, value: request.url },
          ...request.headers.map(([key, value]) => ({ key, value })),
        ]}
      />
      <div className="border-t border-line p-3">
        <Expectation preview={preview} typedBody={typedBody} />
      </div>
    </Card>
  );
}

function Expectation({ preview, typedBody }: Omit<ResendPreviewCardProps, 'outdated'>) {
  const { signing, signatureFit, body } = preview;
  if (signatureFit === 'unsigned')
    return <Banner tone="info">Without a secret there is no X-Signature to check.</Banner>;
  if (signatureFit === 'valid')
    return signing === 'valid' ? (
      <Banner tone="ok">The signature is right: a correct receiver accepts it.</Banner>
    ) : (
      <Banner tone="warn">
        {signing === 'stale'
          ? 'The body is as it was, so its old signature is still right: edit the body first.'
          : 'As it happens, this signature is right all the same.'}
      </Banner>
    );
  const change = signing === 'tampered' ? changedByte(typedBody, body.text) : null;
  return (
    <Banner tone="warn">
      The signature is wrong on purpose: a correct receiver refuses it, with 401 or 403.
      {change !== null && ` ${change}`}
    </Banner>
  );
}
