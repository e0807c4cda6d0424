/** What the system asks the app to open, also before it is ready. */
import { app } from 'electron';
import type { OpenRequest } from '#shared/schemas/desktop.ts';
import type { Lifecycle } from './lifecycle.ts';
import { requestOfArguments, requestOfFile, requestOfLink } from './open-requests.ts';
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
  const take = (request: OpenRequest | null, args: readonly string[]): void =>
    pass(({ whileOpen, open, focus }) =>
      whileOpen(() => (request === null ? focus() : open(request)), args),
    );
  const ownArgs = process.argv.slice(1);
  const first = requestOfArguments(ownArgs, process.cwd());
  if (first !== null) take(first, ownArgs);
  app.on('second-instance', (_event, [, ...args], folder) =>
    take(requestOfArguments(args, folder), args),
  );
  // macOS passes them as events.
  app.on('open-url', (event, url) => {
    event.preventDefault();
    const request = requestOfLink(url);
    if (request !== null) take(request, [...ownArgs, url]);
  });
  app.on('open-file', (event, path) => {
    event.preventDefault();
    if (isFolder(path)) return openWorkspace(path);
    const request = requestOfFile(path);
    if (request !== null) take(request, [...ownArgs, path]);
  });
  return (listener) => {
    opener = listener;
    for (const act of early.splice(0)) act(listener);
  };
}
