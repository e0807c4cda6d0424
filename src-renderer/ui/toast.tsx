import { Toast as Base } from '@base-ui/react/toast';
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { briefMs } from './brief-times.ts';
import { cx } from './cx.ts';
import { type Tone, toneText } from './tone.ts';

type ToastTone = Extract<Tone, 'neutral' | 'ok' | 'bad' | 'warn'>;

export interface ToastOptions {
  title: string;
  description?: string | undefined;
  tone?: ToastTone | undefined;
  /** Usually "Undo". */
  action?: { label: string; run: () => void } | undefined;
  /** 0 keeps it until closed. */
  durationMs?: number | undefined;
  /** Announced without interrupting, even if its tone is `bad`. */
  quiet?: boolean | undefined;
}

const manager = Base.createToastManager();

const icons = { neutral: Info, ok: CircleCheck, bad: CircleAlert, warn: TriangleAlert };

const toastOf = (options: ToastOptions, close: () => void) => {
  const { title, description, tone = 'neutral', action, durationMs, quiet = false } = options;
  return {
    title,
    description,
    type: tone,
    timeout: durationMs ?? (action ? briefMs.undo : briefMs.news),
    priority: tone === 'bad' && !quiet ? ('high' as const) : ('low' as const),
    actionProps: action && {
      children: action.label,
      onClick: () => {
        close();
        action.run();
      },
    },
  };
};

export interface ShownToast {
  /** Replaces the content in place. */
  readonly update: (options: ToastOptions) => void;
  readonly close: () => void;
}

/** Like `showToast`, for ongoing work; `onGone` runs when it is removed. */
export function showGrowingToast(options: ToastOptions, onGone: () => void): ShownToast {
  const close = (): void => manager.close(id);
  const id: string = manager.add({ ...toastOf(options, () => close()), onRemove: onGone });
  return { update: (next) => manager.update(id, toastOf(next, close)), close };
}

/** Shows a toast from anywhere. Returns a function that removes it. */
export function showToast(options: ToastOptions): () => void {
  return showGrowingToast(options, () => undefined).close;
}

/** Where toasts appear; rendered once. */
export function ToastProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider toastManager={manager} limit={4}>
      {children}
      <Base.Portal>
        <ToastArea />
      </Base.Portal>
    </Base.Provider>
  );
}

/** At the bottom right, above the buttons that end a form there. The page below does not move. */
function ToastArea() {
  const { toasts } = Base.useToastManager();
  return (
    <Base.Viewport className="fixed right-3 bottom-16 z-50 flex w-80 flex-col gap-2 outline-none">
      {toasts.map((toast) => (
        <ShownToastItem key={toast.id} toast={toast} />
      ))}
    </Base.Viewport>
  );
}

type ToastItem = ReturnType<typeof Base.useToastManager>['toasts'][number];

function ShownToastItem({ toast }: { toast: ToastItem }) {
  const tone = (toast.type ?? 'neutral') as ToastTone;
  const Icon = icons[tone];
  return (
    <Base.Root
      toast={toast}
      // It has no text input, so letters stay commands.
      data-shortcuts=""
      swipeDirection="right"
      className="floating flex min-w-0 items-start gap-2.5 py-1.5 pr-2 pl-3 data-limited:hidden"
    >
      <Icon
        className={cx('icon-small mt-1.25', toneText[tone])}
        strokeWidth={1.5}
        aria-hidden="true"
      />
      <Base.Content className="min-w-0 flex-1 py-0.75 leading-4.5">
        <Base.Title className="mr-2 inline font-medium" render={<div />} />
        <Base.Description className="inline text-small text-fg-2" render={<div />} />
      </Base.Content>
      {toast.actionProps && (
        <Base.Action className="h-6 rounded-chip px-2 font-medium text-accent hover:bg-accent-bg" />
      )}
      <Base.Close
        aria-label="Close"
        className="grid size-6 place-items-center rounded-chip text-fg-3 hover:bg-bg-3 hover:text-fg"
      >
        <X className="icon-small" strokeWidth={1.5} aria-hidden="true" />
      </Base.Close>
    </Base.Root>
  );
}
