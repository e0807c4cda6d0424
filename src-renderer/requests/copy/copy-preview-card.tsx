import { useEffect, useMemo, useState } from 'react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { errorSentence, fieldIssuesOf } from '#renderer/kit/data/error-sentence.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import type { CopyPreview, SignatureFit } from '#shared/deliveries/copy.ts';
import { formatBytes } from '#shared/kit/format.ts';
import type { FieldIssue } from '#shared/kit/operation-errors.ts';
import { changedByte } from './copy-draft.ts';

interface CopyPreviewCardProps {
  readonly preview: CopyPreview;
  /** The typed body; `tampered` sends a different one. */
  readonly typedBody: string;
  /** The preview is of the last valid draft. */
  readonly outdated: boolean;
}

/** Live preview of the exact request head and of its signature. */
export function CopyPreviewCard({ preview, typedBody, outdated }: CopyPreviewCardProps) {
  const { request, body } = preview;
  return (
    <Card
      title="Request preview"
      meta={outdated ? 'last valid draft' : `${formatBytes(body.byteLength)} body`}
      padded={false}
    >
      <KeyValueList
        label="Request preview"
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

const asRecorded: Readonly<Record<SignatureFit, string>> = {
  valid: 'Recorded signature: valid.',
  invalid: 'Recorded signature: invalid.',
  unsigned: 'Recorded without signature.',
  unknown: 'Recorded signature: no matching secret.',
};

function Expectation({ preview, typedBody }: Omit<CopyPreviewCardProps, 'outdated'>) {
  const { signing, signatureFit, body } = preview;
  if (signing === 'as_is')
    return (
      <Banner tone={signatureFit === 'valid' ? 'ok' : 'info'}>{asRecorded[signatureFit]}</Banner>
    );
  if (signatureFit === 'unsigned') return <Banner tone="info">Unsigned: no secret.</Banner>;
  if (signatureFit === 'valid')
    return signing === 'valid' ? (
      <Banner tone="ok">Valid signature: receivers must accept it.</Banner>
    ) : (
      <Banner tone="warn">
        {signing === 'stale'
          ? 'The signature is still valid: edit the body.'
          : 'This signature happens to be valid.'}
      </Banner>
    );
  const change = signing === 'tampered' ? changedByte(typedBody, body.text) : null;
  return (
    <Banner tone="warn">
      Invalid signature: expect 401 or 403.
      {change !== null && ` ${change}`}
    </Banner>
  );
}

/** Debounced: a preview per keystroke would flicker. */
const pauseMs = 150;

interface ShownCopyPreview {
  /** Of the draft, or of its last valid state. */
  readonly preview: CopyPreview | null;
  /** Field errors. */
  readonly issues: readonly FieldIssue[];
  /** Why there is no preview, if not because of a field. */
  readonly problem: string | null;
}

/** A live preview of an edited request; follows the draft and the destinations. `ask` never changes. */
export function useCopyPreview<Edit>(
  draftEdit: Edit,
  connected: boolean,
  loadPreview: (edit: Edit, options: { signal: AbortSignal }) => Promise<CopyPreview>,
): ShownCopyPreview {
  const destinations = useItems(collections.destinations);
  const [shown, setShown] = useState<ShownCopyPreview>({
    preview: null,
    issues: [],
    problem: null,
  });
  const text = JSON.stringify(draftEdit);
  const edit = useMemo(() => JSON.parse(text) as Edit, [text]);

  useEffect(() => {
    // Changes when the secret does.
    void destinations;
    if (!connected) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      loadPreview(edit, { signal: controller.signal }).then(
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
  }, [edit, connected, destinations, loadPreview]);

  return shown;
}
