/** Routes requests on a port to the matching receiver. */
import type { IncomingMessage } from 'node:http';
import type { Log } from '../ports.ts';
import type { StoredReceiver } from '../store/receivers.ts';
import { reset } from './connection.ts';
import {
  type EndpointTools,
  logConnection,
  resetAtOpening,
  respondNotFound,
  serveRequest,
} from './endpoint.ts';
import type { ListenerEvents } from './listener.ts';

const receiverPath = /^\/r\/([^/?#]+)/;

/** The receiver name from the path. The client chooses the rest of the path. */
function nameIn(request: IncomingMessage): string | null {
  const [, name] = receiverPath.exec(request.url ?? '') ?? [];
  return name ?? null;
}

interface PortOf {
  /** The only receiver on this port; null on a shared port. */
  readonly only: () => StoredReceiver | null;
  /** Whether a receiver is available on this port. */
  readonly serves: (receiver: StoredReceiver) => boolean;
  /** URL of a receiver, or null if it has none. */
  readonly urlOf: (receiver: StoredReceiver) => string | null;
}

export function createListenerEvents(tools: EndpointTools, log: Log, port: PortOf): ListenerEvents {
  const notFoundText = (request: IncomingMessage): string => {
    const name = nameIn(request);
    const receiver = name === null ? undefined : tools.registry.byName(name);
    if (receiver === undefined)
      return `No receiver at ${request.url}. Receiver URLs have the form /r/<name>.`;
    const url = port.urlOf(receiver);
    return url === null
      ? `The receiver "${receiver.name}" is not listening.`
      : `The receiver "${receiver.name}" listens at ${url}.`;
  };

  return {
    opened(connection) {
      const receiver = port.only();
      if (receiver !== null) resetAtOpening(tools, receiver, connection);
    },
    request(connection, request, response) {
      const name = nameIn(request);
      const receiver = name === null ? undefined : tools.registry.byName(name);
      if (receiver === undefined || !port.serves(receiver))
        return respondNotFound(response, notFoundText(request));
      serveRequest(tools, receiver, { connection, request, response }).catch((error) => {
        log.error("A receiver can't respond.", { error });
        request.socket.destroy();
      });
    },
    ended(connection, isBroken) {
      const receiver = port.only();
      if (receiver === null || connection.isLogged || connection.requests > 0) return;
      const hasHandshake = receiver.tls === 'none' || connection.secured !== null;
      const kind = isBroken ? 'broken_request' : hasHandshake ? 'no_request' : 'handshake_failed';
      logConnection(tools, receiver, connection, kind);
    },
    handshake(connection) {
      const receiver = port.only();
      if (receiver !== null) logConnection(tools, receiver, connection, 'handshake_reset');
      reset(connection);
    },
  };
}
