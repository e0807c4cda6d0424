import { Check, Copy, type LucideIcon, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonVariant, IconButton } from './button.tsx';

interface CopyButtonProps {
  /** A function is asked on the click: for text that is costly to make, or secret until then. */
  value: string | (() => string | Promise<string>);
  /** What is copied, as a command: "Copy URL". */
  label: string;
  /** `icon` for rows and cards, `text` where copying is one of the actions of a page. */
  look?: 'icon' | 'text' | undefined;
  icon?: LucideIcon | undefined;
  variant?: ButtonVariant | undefined;
  shortcut?: string | undefined;
  size?: 'small' | 'regular' | undefined;
}

const said: Record<CopyState, string> = {
  idle: '',
  copied: 'Copied',
  failed: 'Could not copy: select the text and copy it by hand',
};

/** Copies with one click and says so in place, without moving anything. */
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
          label={said[state] || label}
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
        {said[state]}
      </span>
    </>
  );
}

type CopyState = 'idle' | 'copied' | 'failed';

/** Long enough to be noticed, short enough not to be taken for the button's name. */
const SHOWN_MS = 1600;

/** Copies a value, or what a function makes of it, and says for a moment how that went. */
export function useCopy(): [
  CopyState,
  (value: string | (() => string | Promise<string>)) => Promise<void>,
] {
  const [state, setState] = useState<CopyState>('idle');

  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async (value: string | (() => string | Promise<string>)) => {
    const text = typeof value === 'string' ? value : await value();
    setState((await copyText(text)) ? 'copied' : 'failed');
  };
  return [state, copy];
}

/**
 * Copies, also where the clipboard API is absent: a page that is neither HTTPS nor loopback has
 * none, and the headless host may be opened from another machine.
 */
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
  const copied = document.execCommand('copy');
  area.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}
