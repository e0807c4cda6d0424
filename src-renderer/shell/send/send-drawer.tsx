import { useRef } from 'react';
import { lazyComponent, usePreload } from '#renderer/kit/loading.tsx';
import { OverlayDrawer } from '../overlay-drawer.tsx';

const SendBody = lazyComponent(
  async () => (await import('./send-body.tsx')).SendBody,
  'Opening Send',
);

/** Sends events over the place that is open. */
export function SendDrawer() {
  const eventField = useRef<HTMLInputElement>(null);
  usePreload(SendBody);
  return (
    <OverlayDrawer name="send" label="Send event" section="Send" initialFocus={eventField}>
      <SendBody eventField={eventField} />
    </OverlayDrawer>
  );
}
