/** `g` and then the letter of a page: two keys, so that single letters stay free for the pages. */
import { useEffect, useRef } from 'react';
import { runCommand, useCommandStore } from '#renderer/keyboard/command-store.ts';
import { useCommand } from '#renderer/keyboard/use-command.ts';
import { pages } from './pages.ts';

/** Long enough for two keys in a row, too short for a forgotten `g` to swallow the next shortcut. */
const patienceMs = 1_200;

/** Registered last, and so before any other meaning of the letter, for a moment only. */
function awaitPlaceKey(): () => void {
  const stop = (): void => {
    clearTimeout(timer);
    unregister();
  };
  const unregister = useCommandStore.getState().register(
    pages.map((page) => ({
      id: `go.key.${page.name}`,
      title: page.title,
      section: 'Go',
      shortcut: page.goKey,
      hidden: true,
      run: () => {
        stop();
        runCommand(`go.${page.name}`);
      },
    })),
  );
  const timer = setTimeout(stop, patienceMs);
  return stop;
}

export function useGoKeys(): void {
  const stopAwaiting = useRef<() => void>(() => undefined);
  useCommand({
    id: 'go.key',
    title: 'Go to a page',
    section: 'Go',
    shortcut: 'g',
    hidden: true,
    run: () => {
      stopAwaiting.current();
      stopAwaiting.current = awaitPlaceKey();
    },
  });
  useEffect(() => () => stopAwaiting.current(), []);
}
