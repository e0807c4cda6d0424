import { type ComponentType, lazy } from 'react';

export type LazyComponent<Props> = ComponentType<Props> & {
  /** Loads the code before it is shown, for example when the user points at a link to it. */
  readonly preload: () => void;
};

/** A component whose code is loaded when it is first shown. */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyComponent<Props> {
  const component: ComponentType<Props> = lazy(async () => ({ default: await load() }));
  // A failure shows when the component is shown.
  return Object.assign(component, { preload: () => void load().catch(() => undefined) });
}
