import { useEffect, useRef } from 'react';
import { perform } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { lazyComponent, usePreload } from '#renderer/kit/loading.tsx';
import { useOverlay } from '#renderer/kit/overlay.ts';
import { OverlayDrawer } from '../overlay-drawer.tsx';
import { eventOfMessage } from './send-request.ts';
import { addCopy, useSend } from './send-store.ts';

const SendBody = lazyComponent(
  async () => (await import('./send-body.tsx')).SendBody,
  'Opening Send',
);

const copyMessage = (rowId: number): Promise<boolean> =>
  perform("Can't copy", async () => {
    const message = await core.messages.get({ id: rowId });
    addCopy(eventOfMessage(message));
    useSend.setState({ sourceId: message.sourceId });
  });

/** Takes over the source or message that it was opened with, once. */
function useSendFrom(): void {
  const sendFrom = useOverlay((state) => state.sendFrom);
  useEffect(() => {
    if (sendFrom === null) return;
    useOverlay.setState({ sendFrom: null });
    const { sourceId, message } = sendFrom;
    if (sourceId !== undefined) useSend.setState({ sourceId, mode: 'event' });
    if (message !== undefined) void copyMessage(message);
  }, [sendFrom]);
}

/** Sends events over the place that is open. */
export function SendDrawer() {
  const eventField = useRef<HTMLInputElement>(null);
  useSendFrom();
  usePreload(SendBody);
  return (
    <OverlayDrawer name="send" label="Send event" section="Send" initialFocus={eventField}>
      <SendBody eventField={eventField} />
    </OverlayDrawer>
  );
}
