/** The live preview of the outgoing requests. */
import { useEffect, useMemo, useRef, useState } from 'react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import { type Preview, PreviewRequest } from '#shared/sending/send.ts';
import type { SendDraft } from './send-draft.ts';
import { payloadText } from './send-request.ts';

/** Debounce, so that the preview doesn't flicker. */
const pauseMs = 150;

export interface ShownPreview {
  readonly preview: Preview | null;
  /** Of the previewed message. */
  readonly eventName: string | undefined;
  /** The text is invalid; the preview is of an earlier one. */
  readonly outdated: boolean;
  readonly problem: string | null;
}

const noPreview: ShownPreview = {
  preview: null,
  eventName: undefined,
  outdated: false,
  problem: null,
};

/** The last preview, shown when the drawer is opened again, until it is reloaded. */
let lastPreview: { readonly key: string; readonly shown: ShownPreview } | null = null;

export function usePreview(draft: SendDraft): ShownPreview {
  const destinations = useItems(collections.destinations);
  const { mode, event, text, file } = draft;
  const isEmpty = mode === 'file' && file === null;
  const address = isEmpty ? undefined : (mode === 'raw' ? draft.destination : draft.source)?.id;
  const request = useMemo(
    () => (address === undefined ? undefined : requestOf({ mode, event, text, file }, address)),
    [mode, event, text, file, address],
  );
  const key = JSON.stringify(request);
  const [shownPreview, setShownPreview] = useState<ShownPreview>(() =>
    lastPreview !== null && lastPreview.key === key ? lastPreview.shown : noPreview,
  );
  const isFirst = useRef(true);

  useEffect(() => {
    // Reloads when a destination changes.
    void destinations;
    if (request === undefined) return;
    const controller = new AbortController();
    // No debounce when the drawer opens.
    const delayMs = isFirst.current ? 0 : pauseMs;
    const timer = setTimeout(() => {
      isFirst.current = false;
      if (request === null) return setShownPreview((before) => ({ ...before, outdated: true }));
      core.send.preview(request, { signal: controller.signal }).then(
        (preview) => {
          const next = { ...noPreview, preview, eventName: eventIn(request) };
          lastPreview = { key, shown: next };
          setShownPreview(next);
        },
        (error: unknown) => {
          if (!controller.signal.aborted)
            setShownPreview((before) => ({ ...before, problem: errorSentence(error) }));
        },
      );
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [request, key, destinations]);

  return request === undefined ? noPreview : shownPreview;
}

function eventIn(request: PreviewRequest): string | undefined {
  if ('payload' in request) return request.event;
  return typeof request.message.event === 'string' ? request.message.event : undefined;
}

/** Null if the text is invalid. Of a file, the first event. */
function requestOf(
  { mode, event, text, file }: Pick<SendDraft, 'mode' | 'event' | 'text' | 'file'>,
  address: string,
): PreviewRequest | null {
  try {
    const input =
      mode === 'file'
        ? { source: address, message: file?.messages?.[0] }
        : event.kind === 'payload'
          ? { destinationId: address, event: event.event, payload: payloadText(event, text) }
          : { source: address, message: parseExact(text) };
    return PreviewRequest.safeParse(input).data ?? null;
  } catch {
    return null;
  }
}
