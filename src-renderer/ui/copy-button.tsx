import { Check, Copy, type LucideIcon, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { briefMs } from './brief-times.ts';
import { Button, type ButtonVariant, IconButton } from './button.tsx';

interface CopyButtonProps {
  /** A function is called on click: for text that is costly or secret. */
  value: string | (() => string | Promise<string>);
  /** The action: "Copy URL". */
  label: string;
  /** `icon` for rows and cards, `text` among a page's actions. */
  look?: 'icon' | 'text' | undefined;
  icon?: LucideIcon | undefined;
  variant?: ButtonVariant | undefined;
  shortcut?: string | undefined;
  size?: 'small' | 'regular' | undefined;
}

const stateLabels: Record<CopyState, string> = {
  idle: '',
  copied: 'Copied',
  failed: "Can't copy. Select the text instead.",
};

/** Copies on click and confirms in place. */
export function CopyButton({
  value,
  label,
  look = 'icon',
  icon = Copy,
  variant,
  shortcut,
  size = 'small',
}: CopyButtonProps) {
  const [state, copy] = useCopy();
  const shownIcon = state === 'copied' ? Check : state === 'failed' ? X : icon;
  const tone = state === 'copied' ? 'text-ok' : state === 'failed' ? 'text-bad' : undefined;
  return (
    <>
      {look === 'icon' ? (
        <IconButton
          icon={shownIcon}
          label={stateLabels[state] || label}
          variant={variant}
          shortcut={shortcut}
          size={size}
          className={tone}
          onClick={() => copy(value)}
        />
      ) : (
        <Button icon={shownIcon} variant={variant} shortcut={shortcut} onClick={() => copy(value)}>
          <span className="grid">
            <span
              className={
                state === 'idle' ? 'col-start-1 row-start-1' : 'invisible col-start-1 row-start-1'
              }
            >
              {label}
            </span>
            {state !== 'idle' && (
              <span className="col-start-1 row-start-1 text-left">
                {state === 'copied' ? 'Copied' : 'Failed'}
              </span>
            )}
          </span>
        </Button>
      )}
      <span role="status" className="sr-only">
        {stateLabels[state]}
      </span>
    </>
  );
}

type CopyState = 'idle' | 'copied' | 'failed';

/** Copies a value, or a function's result, and briefly reports success. */
export function useCopy(): [
  CopyState,
  (value: string | (() => string | Promise<string>)) => Promise<void>,
] {
  const [state, setState] = useState<CopyState>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), briefMs.copied);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async (value: string | (() => string | Promise<string>)) => {
    try {
      const text = typeof value === 'string' ? value : await value();
      setState((await copyText(text)) ? 'copied' : 'failed');
    } catch {
      setState('failed');
    }
  };
  return [state, copy];
}

/** Falls back to execCommand: pages without HTTPS on other machines have no clipboard API. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.style.cssText = 'position:fixed;opacity:0';
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return isCopied;
}
