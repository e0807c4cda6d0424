type Handler = (request: { url: string }) => Promise<Response>;

const handlers = new Map<string, Handler>();

export const protocol = {
  registerSchemesAsPrivileged: (_schemes: unknown) => undefined,
  handle: (scheme: string, handler: Handler) => {
    handlers.set(scheme, handler);
  },
};

/** Null for addresses without a handler in our main process. */
export async function responseOf(url: string): Promise<Response | null> {
  const handler = handlers.get(new URL(url).protocol.slice(0, -1));
  return handler ? handler({ url }) : null;
}
