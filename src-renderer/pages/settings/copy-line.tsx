import type { ReactNode } from 'react';
import { CopyButton } from '#renderer/ui/copy-button.tsx';

interface CopyLineProps {
  readonly text: string;
  /** What is copied, as a command: "Copy the address". */
  readonly label: string;
  readonly actions?: ReactNode;
}

/** Bytes to take along: one click copies them. */
export function CopyLine({ text, label, actions }: CopyLineProps) {
  return (
    <div className="flex items-start gap-1 rounded-control border border-line bg-bg-2 py-[3px] pr-[3px] pl-2.5">
      <code className="bytes min-w-0 flex-1 py-[3px] leading-[18px] [overflow-wrap:anywhere]">
        {text}
      </code>
      {actions}
      <CopyButton value={text} label={label} />
    </div>
  );
}
