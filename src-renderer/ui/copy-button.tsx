import { Check, Copy, type LucideIcon, X } from 'lucide-react';
import { Button, type ButtonVariant } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { type CopyState, useCopy } from './use-copy.ts';

export interface CopyButtonProps {
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
