import type { ReactNode } from 'react';

interface PlaceHeaderProps {
  title: string;
  /** One sentence of news. */
  news?: ReactNode;
  /** At most two controls. */
  children?: ReactNode;
}

/** The header of a place. */
export function PlaceHeader({ title, news, children }: PlaceHeaderProps) {
  return (
    <header className="flex h-14 flex-none items-center gap-2 border-b border-line bg-bg-1 pr-4 pl-5">
      <h1 className="mr-1.5 flex-none text-page font-[650] tracking-[-0.021em]">{title}</h1>
      <p className="min-w-0 flex-1 truncate text-fg-2 tabular-nums">{news}</p>
      {children}
    </header>
  );
}
