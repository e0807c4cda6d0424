/** What the system asks the app to open, also before it is ready. */
import { app } from 'electron';
import type { OpenRequest } from '#shared/settings/desktop.ts';
import type { Lifecycle } from './lifecycle.ts';
import { openedIn, requestOf } from './open-requests.ts';
import { isFolder, openWorkspace } from './workspaces.ts';

interface Opener extends Pick<Lifecycle, 'whileOpen'> {
  readonly open: (request: OpenRequest) => void;
  readonly focus: () => void;
}

export function followOpenRequests(): (opener: Opener) => void {
  let opener: Opener | null = null;
  const early: ((to: Opener) => void)[] = [];
  const pass = (act: (to: Opener) => void): void => {
    if (opener === null) early.push(act);
    else act(opener);
  };
  /** A link or file; null for the app itself. */
  const take = (opened: string | null): void =>
    pass(({ whileOpen, open, focus }) =>
      whileOpen(() => {
        const request = opened === null ? null : requestOf(opened);
        if (request === null) focus();
        else open(request);
      }, opened),
    );
  const first = openedIn(process.argv.slice(1), process.cwd());
  if (first !== null) take(first);
  app.on('second-instance', (_event, [, ...args], folder) => take(openedIn(args, folder)));
  // macOS passes them as events.
  const takeKnown = (argument: string): void => {
    const opened = openedIn([argument], '/');
    if (opened !== null) take(opened);
  };
  app.on('open-url', (event, url) => {
    event.preventDefault();
    takeKnown(url);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    if (isFolder(path)) openWorkspace(path);
    else takeKnown(path);
  });
  return (listener) => {
    opener = listener;
    for (const act of early.splice(0)) act(listener);
  };
}
