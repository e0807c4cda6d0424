import { type RefObject, useEffect, useRef } from 'react';

/** Takes the focus when it appears in the place of what had it. */
export function useFocusHere<Part extends HTMLElement>(): RefObject<Part | null> {
  const here = useRef<Part>(null);
  useEffect(() => here.current?.focus(), []);
  return here;
}
