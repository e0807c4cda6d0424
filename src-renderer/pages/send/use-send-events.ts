import { useEffect, useMemo } from 'react';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { navigate, useRoute } from '#renderer/stores/route-store.ts';
import { loadSamples, useSamples } from '#renderer/stores/samples-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { eventOfMessage, eventOfSample, type SendEvent } from './send-events.ts';
import { addCopy, useSend } from './send-store.ts';

export interface SendEvents {
  readonly events: readonly SendEvent[];
  readonly chosen: SendEvent | undefined;
  readonly problem: string | null;
}

export function useSendEvents(): SendEvents {
  const { samples, problem } = useSamples();
  const copies = useSend((state) => state.copies);
  const wanted = useSend((state) => state.chosen);
  useEffect(() => void loadSamples(), []);
  return useMemo(() => {
    const events = [...copies, ...samples.map(eventOfSample)];
    const chosen = events.find(({ name }) => name === wanted) ?? events[0];
    return { events: samples.length === 0 ? [] : events, chosen, problem };
  }, [copies, samples, wanted, problem]);
}

async function copyMessage(rowId: number): Promise<void> {
  try {
    const message = await core.messages.get({ id: rowId });
    addCopy(eventOfMessage(message));
    useSend.setState({ sourceId: message.sourceId });
  } catch (error) {
    showToast({
      title: 'The message could not be copied',
      description: errorSentence(error),
      tone: 'bad',
    });
  }
}

/**
 * `?source=src_…` sends as that source, `?message=12` begins with a copy of that message. Both are
 * taken once: what is chosen by hand afterwards stands.
 */
export function useSendAddress(): void {
  const { page, query } = useRoute((state) => state.route);
  const { source, message } = query;
  useEffect(() => {
    if (page !== 'send' || (source === undefined && message === undefined)) return;
    if (source !== undefined) useSend.setState({ sourceId: source });
    if (message !== undefined && /^[1-9]\d{0,15}$/.test(message)) void copyMessage(Number(message));
    navigate({ page: 'send' }, 'replace');
  }, [page, source, message]);
}
