/** Finds text in the page, in the desktop app. Browsers have their own. */
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { host } from '#renderer/kit/host/host.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { FindResult } from '#shared/settings/desktop.ts';

/** The text in the field itself is the last match. */
const resultText = ({ active, matches }: FindResult): string =>
  matches <= 1 ? 'No matches' : `${Math.min(active, matches - 1)} of ${matches - 1}`;

export function FindBar() {
  const [isOpen, setOpen] = useState(false);
  useActions('Edit', [
    {
      id: 'page.find',
      title: 'Find in page',
      // Lists use the first one for their filter.
      shortcut: ['Mod+F', 'Mod+Shift+F'],
      run: () => setOpen(true),
    },
  ]);
  return isOpen ? <Bar close={() => setOpen(false)} /> : null;
}

function Bar({ close }: { close: () => void }) {
  const [text, setText] = useState('');
  const [result, setResult] = useState<FindResult | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const find = (isNext: boolean, isForward = true): void =>
    host.find?.({ text, isNext, isForward });
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    host.find?.({ text, isNext: false, isForward: true });
    if (text === '') setResult(null);
  }, [text]);
  useEffect(() => host.onFound?.(setResult), []);
  useEffect(() => () => host.find?.({ text: '', isNext: false, isForward: true }), []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') close();
    else if (event.key === 'Enter') find(true, !event.shiftKey);
  };
  return (
    <search
      aria-label="Find in page"
      className="fixed right-4 bottom-4 z-40 flex items-center gap-1 rounded-card border border-line-2 bg-bg-2 p-1.5 shadow-float"
    >
      <TextField
        ref={field}
        aria-label="Find"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <output className="min-w-20 px-1 text-small text-fg-2">
        {result !== null && resultText(result)}
      </output>
      <IconButton
        size="small"
        icon={ChevronUp}
        label="Previous match"
        onClick={() => find(true, false)}
      />
      <IconButton size="small" icon={ChevronDown} label="Next match" onClick={() => find(true)} />
      <IconButton size="small" icon={X} label="Close" onClick={close} />
    </search>
  );
}
