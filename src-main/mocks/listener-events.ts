/** Routes requests on a port to the matching mock endpoint. */
import type { IncomingMessage } from 'node:http';
import type { Log } from '#main/kit/ports.ts';
import type { StoredMock } from '#main/store/mocks.ts';
import { mockNameIn } from '#shared/mocks/mock.ts';
import { reset } from './connection.ts';
import {
  type EndpointTools,
  logConnection,
  resetAtOpening,
  respondNotFound,
  serveRequest,
} from './endpoint.ts';
import type { ListenerEvents } from './listener.ts';

const nameIn = (request: IncomingMessage): string | null => mockNameIn(request.url ?? '');

interface PortOf {
  /** The only mock endpoint on this port; null on a shared port. */
  readonly only: () => StoredMock | null;
  /** Whether a mock endpoint is available on this port. */
  readonly serves: (mock: StoredMock) => boolean;
  /** URL of a mock endpoint, or null if it has none. */
  readonly urlOf: (mock: StoredMock) => string | null;
}

export function createListenerEvents(tools: EndpointTools, log: Log, port: PortOf): ListenerEvents {
  const notFoundText = (request: IncomingMessage): string => {
    const name = nameIn(request);
    const mock = name === null ? undefined : tools.registry.byName(name);
    if (mock === undefined)
      return `No mock endpoint at ${request.url}. Mock endpoint URLs have the form /mock/<name>.`;
    const url = port.urlOf(mock);
    return url === null
      ? `The mock endpoint "${mock.name}" is not listening.`
      : `The mock endpoint "${mock.name}" listens at ${url}.`;
  };

  return {
    opened(connection) {
      const mock = port.only();
      if (mock !== null) resetAtOpening(tools, mock, connection);
    },
    request(exchange) {
      const { request, response } = exchange;
      const name = nameIn(request);
      const mock = name === null ? undefined : tools.registry.byName(name);
      if (mock === undefined || !port.serves(mock))
        return respondNotFound(response, notFoundText(request));
      serveRequest(tools, mock, exchange).catch((error) => {
        log.error("A mock endpoint can't respond.", { error });
        request.socket.destroy();
      });
    },
    ended(connection) {
      const mock = port.only();
      if (mock === null || connection.isLogged || connection.requests > 0) return;
      const hasHandshake = mock.tls === 'none' || connection.secured !== null;
      const kind = connection.isBroken
        ? 'broken_request'
        : hasHandshake
          ? 'no_request'
          : 'handshake_failed';
      logConnection(tools, mock, connection, kind);
    },
    handshake(connection) {
      const mock = port.only();
      if (mock !== null) logConnection(tools, mock, connection, 'handshake_reset');
      reset(connection);
    },
  };
}
