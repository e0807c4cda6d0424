import { useEffect, useState } from 'react';
import { core } from '#renderer/core-client/core.ts';
import { errorSentence } from '#renderer/core-client/error-sentence.ts';
import { useDestinations } from '#renderer/stores/destinations-store.ts';
import { type Preview, PreviewRequest } from '#shared/schemas/send.ts';

/** A pause in typing; asking at every letter would make the answers flicker. */
const pauseMs = 150;

export interface ShownPreview {
  readonly preview: Preview | null;
  /** Of the message that the preview is of; undefined where it has none. */
  readonly eventName: string | undefined;
  /** The text cannot be sent as it is, so that the preview is of an earlier one. */
  readonly outdated: boolean;
  readonly problem: string | null;
}

/** The outgoing requests of the text, kept up to date with it and with the destinations. */
export function usePreview(source: string | null, text: string | undefined): ShownPreview {
  const destinations = useDestinations((state) => state.items);
  const [shown, setShown] = useState<ShownPreview>({
    preview: null,
    eventName: undefined,
    outdated: false,
    problem: null,
  });

  useEffect(() => {
    // Named here so that a changed setting asks anew: the answer depends on all of them.
    void destinations;
    if (source === null || text === undefined) return;
    const controller = new AbortController();
    const timer = setTimeout(() => {
      const request = requestOf(source, text);
      if (request === null) return setShown((before) => ({ ...before, outdated: true }));
      core.send.preview(request, { signal: controller.signal }).then(
        (preview) =>
          setShown({ preview, eventName: eventIn(request), outdated: false, problem: null }),
        (error: unknown) => {
          if (!controller.signal.aborted)
            setShown((before) => ({ ...before, problem: errorSentence(error) }));
        },
      );
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [source, text, destinations]);

  return shown;
}

function eventIn({ message }: PreviewRequest): string | undefined {
  return typeof message.event === 'string' ? message.event : undefined;
}

function requestOf(source: string, text: string): PreviewRequest | null {
  try {
    const request = PreviewRequest.safeParse({ source, message: JSON.parse(text) });
    return request.success ? request.data : null;
  } catch {
    return null;
  }
}
