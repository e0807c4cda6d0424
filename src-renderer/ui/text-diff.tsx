import { useEffect, useRef } from 'react';

interface TextDiffProps {
  readonly before: string;
  readonly after: string;
  /** Accessible name. */
  readonly label: string;
  readonly isJson?: boolean;
}

/** Two texts, line by line; loaded on first use. */
export function TextDiff({ before, after, label, isJson = false }: TextDiffProps) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let close: (() => void) | null = () => undefined;
    void import('./text-diff-setup.ts').then(({ createTextDiff }) => {
      if (close === null || host.current === null) return;
      const view = createTextDiff({ parent: host.current, before, after, label, isJson });
      close = () => view.destroy();
    });
    return () => {
      close?.();
      close = null;
    };
  }, [before, after, label, isJson]);
  return <div ref={host} className="min-h-12" />;
}
