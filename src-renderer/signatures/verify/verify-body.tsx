import { Eraser, X } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { showOverlay, useOverlay } from '#renderer/kit/overlay.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { DeliveryPicker, VerifyFields } from './verify-fields.tsx';
import { VerifyResult } from './verify-result.tsx';
import { clearInput, copyFrom } from './verify-store.ts';

/** Takes over the delivery or request that it was opened with, once. */
function useVerifyFrom(): void {
  const verifyFrom = useOverlay((state) => state.verifyFrom);
  useEffect(() => {
    if (verifyFrom === null) return;
    useOverlay.setState({ verifyFrom: null });
    void copyFrom(verifyFrom);
  }, [verifyFrom]);
}

interface VerifyBodyProps {
  /** Focused when the drawer opens. */
  readonly bodyField: RefObject<HTMLTextAreaElement | null>;
}

/** The content of the drawer: what is checked, and what is wrong with it. */
export function VerifyBody({ bodyField }: VerifyBodyProps) {
  useVerifyFrom();
  const [clear] = useActions('Signature', [
    { id: 'verify.clear', title: 'Clear all fields', icon: Eraser, run: clearInput },
  ]);
  return (
    <>
      <header className="flex min-h-14 flex-none items-center gap-2.5 border-b border-line pr-3 pl-5">
        <h2 className="min-w-0 flex-1 truncate text-page font-[650] tracking-[-0.021em]">
          Verify a signature
        </h2>
        <DeliveryPicker />
        {/* Never disabled: a click would lose the focus. */}
        <ActionButton action={clear} variant="quiet" hasLabel={false} />
        <IconButton icon={X} label="Close" shortcut="Escape" onClick={() => showOverlay(null)} />
      </header>
      <div className="grid min-h-0 flex-1 grid-cols-[348px_minmax(0,1fr)] max-md:block max-md:overflow-y-auto">
        <VerifyFields bodyField={bodyField} />
        <div className="min-h-0 border-l border-line bg-bg-0 max-md:border-t max-md:border-l-0">
          <VerifyResult />
        </div>
      </div>
    </>
  );
}
