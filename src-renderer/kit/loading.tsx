import { RotateCw } from 'lucide-react';
import { type ComponentType, useEffect, useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';
import { useConnection } from './data/core.ts';
import { queryClient } from './data/query-client.ts';

/** Avoids a flash for fast loads. */
const spinnerDelayMs = 250;

export function LateSpinner({ label }: { label: string }) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), spinnerDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="grid h-full min-h-40 place-items-center text-fg-3">
      {isLate && <Spinner label={label} size={18} />}
    </div>
  );
}

/** True once the condition has held for a while. */
export function useDelayedTrue(condition: boolean, patienceMs: number): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!condition) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), patienceMs);
    return () => clearTimeout(timer);
  }, [condition, patienceMs]);
  return condition && lasting;
}

/** Longer than a restart of the core. */
const reconnectPatienceMs = 800;

/** Whether the core has been unreachable long enough for data to be stale. */
export function useDisconnected(): boolean {
  const state = useConnection((connection) => connection.state);
  return useDelayedTrue(state === 'lost' || state === 'connecting', reconnectPatienceMs);
}

export type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads the code before it is shown, for example when the user points at a link to it. */
  readonly preload: () => void;
};

/**
 * A component whose code is loaded when it is first shown. Unlike `lazy` of React, it needs no
 * `Suspense`, which keeps a fallback for 300 ms although the code arrives earlier.
 *
 * @param label What the spinner says while the code loads; without it, nothing is shown.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  label?: string,
): LazyComponent<Props> {
  let Loaded: ComponentType<Props> | null = null;
  const loadOnce = async (): Promise<void> => {
    Loaded ??= await load();
  };

  function Lazy(props: Props) {
    const [status, setStatus] = useState<'loading' | 'loaded' | 'failed'>('loading');
    const isConnected = useConnection(({ state }) => state === 'open');
    useEffect(() => {
      // Again once the host is reachable.
      void isConnected;
      if (Loaded !== null) return;
      loadOnce().then(
        () => setStatus('loaded'),
        () => setStatus('failed'),
      );
    }, [isConnected]);
    if (Loaded !== null) return <Loaded {...props} />;
    // Browsers keep the failure of a module until the page is loaded again.
    if (status === 'failed' && label !== undefined)
      return (
        <ErrorState
          title="Can't load this view"
          actions={
            <Button icon={RotateCw} onClick={() => location.reload()}>
              Reload
            </Button>
          }
        >
          {!isConnected && 'Connection lost.'}
        </ErrorState>
      );
    return label === undefined ? null : <LateSpinner label={label} />;
  }

  // A failure shows when the component is shown.
  return Object.assign(Lazy, { preload: () => void loadOnce().catch(() => undefined) });
}

/** How long nothing is loading once a page shows its first data. */
const quietMs = 100;

/** Resolves once the page shows its first data, so that other code does not delay it. */
const firstData = new Promise<void>((resolve) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const isQuiet = (): boolean =>
    useConnection.getState().state === 'open' && queryClient.isFetching() === 0;
  const wait = (): void => {
    if (timer !== undefined || !isQuiet()) return;
    timer = setTimeout(() => {
      timer = undefined;
      if (!isQuiet()) return;
      for (const stop of stops) stop();
      resolve();
    }, quietMs);
  };
  const stops = [useConnection.subscribe(wait), queryClient.getQueryCache().subscribe(wait)];
});

/** Preloads code that is probably needed next. Later, the host may be unreachable. */
export function usePreload(
  { preload }: Pick<LazyComponent<never>, 'preload'>,
  isNext = true,
): void {
  useEffect(() => {
    if (isNext) void firstData.then(preload);
  }, [preload, isNext]);
}

/** Stays true once it was true, for content that is kept after its first use. */
export function useOnceTrue(condition: boolean): boolean {
  const [wasTrue, setWasTrue] = useState(condition);
  if (condition && !wasTrue) setWasTrue(true);
  return wasTrue || condition;
}
