import { useEffect, useMemo, useState } from 'react';
import { core } from '#renderer/core-client/core.ts';
import { errorSentence } from '#renderer/core-client/error-sentence.ts';
import { useRoute } from '#renderer/stores/route-store.ts';
import { loadSamples, useSamples } from '#renderer/stores/samples-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { eventOfMessage, eventOfSample, type SendEvent } from './send-events.ts';
import { chooseEvent, useSend } from './send-store.ts';

export interface SendEvents {
  readonly events: readonly SendEvent[];
  readonly chosen: SendEvent | undefined;
  readonly problem: string | null;
}

/** `?message=12` in the address begins with a copy of that message. */
export function useSendEvents(): SendEvents {
  const { samples, problem } = useSamples();
  const copy = useCopiedMessage(useRoute((state) => state.route.query.message));
  const wanted = useSend((state) => state.chosen);
  useEffect(() => void loadSamples(), []);

  return useMemo(() => {
    const events = [...(copy === null ? [] : [copy]), ...samples.map(eventOfSample)];
    const chosen = events.find(({ name }) => name === wanted) ?? events[0];
    return { events, chosen, problem };
  }, [copy, samples, wanted, problem]);
}

function useCopiedMessage(rowId: string | undefined): SendEvent | null {
  const [copy, setCopy] = useState<SendEvent | null>(null);
  useEffect(() => {
    if (rowId === undefined || !/^[1-9]\d{0,15}$/.test(rowId)) return setCopy(null);
    let outdated = false;
    core.messages.get({ id: Number(rowId) }).then(
      (message) => {
        if (outdated) return;
        const event = eventOfMessage(message);
        setCopy(event);
        chooseEvent(event.name);
        useSend.setState({ sourceId: message.sourceId });
      },
      (error: unknown) =>
        showToast({
          title: 'The message could not be copied',
          description: errorSentence(error),
          tone: 'bad',
        }),
    );
    return () => {
      outdated = true;
    };
  }, [rowId]);
  return copy;
}
