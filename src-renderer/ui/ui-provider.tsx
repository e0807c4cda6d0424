import { Tooltip } from '@base-ui/react/tooltip';
import type { ReactNode } from 'react';
import { ToastProvider } from './toast.tsx';
import { useWholeOnHover } from './use-whole-on-hover.ts';

/** Long enough that crossing the window with the pointer wakes nothing. */
const TOOLTIP_DELAY_MS = 450;

/** What the primitives need around them, once. */
export function UiProvider({ children }: { children: ReactNode }) {
  useWholeOnHover();
  return (
    <Tooltip.Provider delay={TOOLTIP_DELAY_MS}>
      <ToastProvider>{children}</ToastProvider>
    </Tooltip.Provider>
  );
}
