import { useEffect, useMemo, useState } from 'react';
import { collections, useItems } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence, fieldIssuesOf } from '#renderer/data/error-sentence.ts';
import type { FieldIssue } from '#shared/contract/errors.ts';
import type { ResendEdit, ResendPreview } from '#shared/schemas/resend.ts';

/** A pause in typing; asking at every letter would make the answers flicker. */
const pauseMs = 150;

export interface ShownResendPreview {
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
