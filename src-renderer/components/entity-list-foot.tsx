import { Kbd } from '#renderer/ui/kbd.tsx';

/** The keys that work on the list. */
export function EntityListFoot({ canToggle }: { canToggle: boolean }) {
  return (
    <footer className="flex h-[30px] flex-none items-center gap-3.5 overflow-hidden border-t border-line px-3 text-label whitespace-nowrap text-fg-3">
      <Hint shortcuts={['j', 'k']}>move</Hint>
      <Hint shortcuts={['n']}>new</Hint>
      {canToggle && <Hint shortcuts={['x']}>on / off</Hint>}
    </footer>
  );
}

function Hint({ shortcuts, children }: { shortcuts: readonly string[]; children: string }) {
  return (
    <span className="flex items-center gap-1">
      {shortcuts.map((shortcut) => (
        <Kbd key={shortcut} shortcut={shortcut} className="text-fg-2" />
      ))}
      <span className="ml-0.5">{children}</span>
    </span>
  );
}
