import { useEffect } from 'react';
import { perform } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { useOverlay } from '#renderer/kit/overlay.ts';
import { eventOfMessage } from './send-request.ts';
import { addCopy, useSend } from './send-store.ts';

const copyMessage = (rowId: number): Promise<boolean> =>
  perform("Can't copy", async () => {
    const message = await core.messages.get({ id: rowId });
    addCopy(eventOfMessage(message));
    useSend.setState({ sourceId: message.sourceId });
  });

/** Takes over the source or message that it was opened with, once. */
export function useSendFrom(): void {
  const sendFrom = useOverlay((state) => state.sendFrom);
  useEffect(() => {
    if (sendFrom === null) return;
    useOverlay.setState({ sendFrom: null });
    const { sourceId, message } = sendFrom;
    if (sourceId !== undefined) useSend.setState({ sourceId, mode: 'event' });
    if (message !== undefined) void copyMessage(message);
  }, [sendFrom]);
}
