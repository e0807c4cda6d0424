import { useEffect, useRef, useState } from 'react';
import { collections, useItems } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { parseExact } from '#shared/lib/exact-json.ts';
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

const nothing: ShownPreview = {
  preview: null,
  eventName: undefined,
  outdated: false,
  problem: null,
};

interface Asked {
  readonly source: string;
  readonly text: string;
}

/** The last one: drawn at once when the page is opened again, until it is worked out anew. */
let last: { readonly asked: Asked; readonly shown: ShownPreview } | null = null;

const lastOf = (source: string | null, text: string | undefined): ShownPreview =>
  last?.asked.source === source && last.asked.text === text ? last.shown : nothing;

/** The outgoing requests of the text, kept up to date with it and with the destinations. */
export function usePreview(source: string | null, text: string | undefined): ShownPreview {
  const destinations = useItems(collections.destinations);
  const [shown, setShown] = useState<ShownPreview>(() => lastOf(source, text));
  const isFirst = useRef(true);

  useEffect(() => {
    // Named here so that a changed setting asks anew: the answer depends on all of them.
    void destinations;
    if (source === null || text === undefined) return;
    const controller = new AbortController();
    // Nobody types while the page is being opened.
    const wait = isFirst.current ? 0 : pauseMs;
    const timer = setTimeout(() => {
      isFirst.current = false;
      const request = requestOf(source, text);
      if (request === null) return setShown((before) => ({ ...before, outdated: true }));
      core.send.preview(request, { signal: controller.signal }).then(
        (preview) => {
          const news = { ...nothing, preview, eventName: eventIn(request) };
          last = { asked: { source, text }, shown: news };
          setShown(news);
        },
        (error: unknown) => {
          if (!controller.signal.aborted)
            setShown((before) => ({ ...before, problem: errorSentence(error) }));
        },
      );
    }, wait);
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
    const request = PreviewRequest.safeParse({ source, message: parseExact(text) });
    return request.success ? request.data : null;
  } catch {
    return null;
  }
}
