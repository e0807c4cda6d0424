import type Electron from 'electron';
import { app, requireReady } from './app.ts';

type Handler = (request: { url: string }) => Promise<Response>;

const handlers = new Map<string, Handler>();

/** What Electron knows; it ignores other names. */
const privileges = {
  allowExtensions: true,
  allowServiceWorkers: true,
  bypassCSP: true,
  codeCache: true,
  corsEnabled: true,
  secure: true,
  standard: true,
  stream: true,
  supportFetchAPI: true,
} satisfies Record<keyof Electron.Privileges, true>;

let isRegistered = false;

export const protocol = {
  registerSchemesAsPrivileged(schemes: readonly Electron.CustomScheme[]): void {
    if (app.isReady() || isRegistered)
      throw new Error('Schemes are registered once, before the app is ready.');
    isRegistered = true;
    for (const name of schemes.flatMap((one) => Object.keys(one.privileges ?? {})))
      if (!(name in privileges)) throw new Error(`Electron has no privilege "${name}".`);
  },
  handle: (scheme: string, handler: Handler) => {
    requireReady('protocol');
    handlers.set(scheme, handler);
  },
};

/** Null for addresses without a handler in our main process. */
export async function responseOf(url: string): Promise<Response | null> {
  const handler = handlers.get(new URL(url).protocol.slice(0, -1));
  return handler ? handler({ url }) : null;
}
