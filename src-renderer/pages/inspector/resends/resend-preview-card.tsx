import { useEffect, useMemo, useState } from 'react';
import { collections, useItems } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence, fieldIssuesOf } from '#renderer/data/error-sentence.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import type { FieldIssue } from '#shared/contract/errors.ts';
import { formatBytes } from '#shared/lib/format.ts';
import type { ResendEdit, ResendPreview } from '#shared/schemas/resend.ts';
import { changedByte } from './judgment.ts';

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
      meta={
        outdated ? 'of the last text that can be sent' : `${formatBytes(body.byteLength)} of body`
      }
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

/** A pause in typing; asking at every letter would make the answers flicker. */
const pauseMs = 150;

interface ShownResendPreview {
  /** Of what is typed, or of the last that could be sent. */
  readonly preview: ResendPreview | null;
  /** Fields that are refused as they are typed. */
  readonly issues: readonly FieldIssue[];
  /** Why there is no preview, where it is not about fields. */
  readonly problem: string | null;
}

/** The exact request that an edit leads to, kept up to date with it and with the destinations. */
export function useResendPreview(edit: ResendEdit, connected: boolean): ShownResendPreview {
  const destinations = useItems(collections.destinations);
  const [shown, setShown] = useState<ShownResendPreview>({
    preview: null,
    issues: [],
    problem: null,
  });
  const text = JSON.stringify(edit);
  const asked = useMemo(() => JSON.parse(text) as ResendEdit, [text]);

  useEffect(() => {
    // Named here so that a changed secret asks anew.
    void destinations;
    if (!connected) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      core.resends.preview(asked, { signal: controller.signal }).then(
        (preview) => setShown({ preview, issues: [], problem: null }),
        (error: unknown) => {
          if (controller.signal.aborted) return;
          const issues = fieldIssuesOf(error);
          const problem = issues.length > 0 ? null : errorSentence(error);
          setShown(({ preview }) => ({ preview, issues, problem }));
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked, connected, destinations]);

  return shown;
}
