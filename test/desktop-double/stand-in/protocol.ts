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

let registered: readonly Electron.CustomScheme[] | null = null;

const privilegesOf = (scheme: string): Electron.Privileges =>
  registered?.find((one) => one.scheme === scheme)?.privileges ?? {};

export const protocol = {
  registerSchemesAsPrivileged(schemes: readonly Electron.CustomScheme[]): void {
    if (app.isReady() || registered !== null)
      throw new Error('Schemes are registered once, before the app is ready.');
    registered = schemes;
    for (const name of schemes.flatMap((one) => Object.keys(one.privileges ?? {})))
      if (!(name in privileges)) throw new Error(`Electron has no privilege "${name}".`);
  },
  handle: (scheme: string, handler: Handler) => {
    requireReady('protocol');
    const { standard, secure } = privilegesOf(scheme);
    if (!standard || !secure)
      throw new Error(`Pages of "${scheme}" have no origin: neither storage nor modules.`);
    handlers.set(scheme, handler);
  },
};

/** Null for addresses without a handler in our main process, and if scripts may not fetch them. */
export async function responseOf(url: string, isFetched: boolean): Promise<Response | null> {
  const scheme = new URL(url).protocol.slice(0, -1);
  if (isFetched && !privilegesOf(scheme).supportFetchAPI) return null;
  const handler = handlers.get(scheme);
  return handler ? handler({ url }) : null;
}
