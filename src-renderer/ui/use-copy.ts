import { useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';

export type CopyState = 'idle' | 'copied' | 'failed';

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
