import { useRef } from 'react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { lazyComponent, usePreload } from '#renderer/kit/loading.tsx';
import { openVerify, showOverlay, useOverlay } from '#renderer/kit/overlay.ts';
import { Dialog } from '#renderer/ui/popup.tsx';
import { OverlayDrawer } from './overlay-drawer.tsx';

const VerifyBody = lazyComponent(
  async () => (await import('#renderer/signatures/verify/verify-body.tsx')).VerifyBody,
  'Opening Verify a signature',
);
const Snippets = lazyComponent(
  async () => (await import('#renderer/signatures/snippets.tsx')).Snippets,
  'Loading verification code',
);

/** Verifies signatures over the place that is open. */
export function VerifyDrawer() {
  useActions('Go', [
    {
      id: 'verify.open',
      title: 'Verify a signature…',
      keywords: ['diagnose', 'diagnosis', 'check', 'debug', 'hmac', 'digest', 'signatures'],
      shortcut: 'g i',
      run: () => openVerify(),
    },
  ]);
  const bodyField = useRef<HTMLTextAreaElement>(null);
  usePreload(VerifyBody);
  return (
    <OverlayDrawer
      name="verify"
      label="Verify a signature"
      section="Signature"
      initialFocus={bodyField}
    >
      <VerifyBody bodyField={bodyField} />
    </OverlayDrawer>
  );
}

/** How a receiver verifies signatures, for any profile. */
export function CodeDialog() {
  const isOpen = useOverlay(({ open }) => open === 'code');
  useActions('Go', [
    {
      id: 'code.open',
      title: 'Show verification code',
      keywords: ['snippets', 'signatures', 'example', 'framework', 'language'],
      run: () => showOverlay('code'),
    },
  ]);
  return (
    <Dialog
      isWide
      open={isOpen}
      onOpenChange={(next) => showOverlay(next ? 'code' : null)}
      label="Verification code"
    >
      <Snippets />
    </Dialog>
  );
}
