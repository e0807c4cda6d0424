/** Requests that Hookwright sends on its own behalf, such as to a trigger or a lookup URL. */
import { Agent, type Dispatcher } from 'undici';
import { requestedUrl } from '#shared/kit/webhook-url.ts';
import { createConnector, type SendTools } from './connector.ts';

type Options = Omit<Dispatcher.RequestOptions, 'origin' | 'path'>;

export interface Requester {
  /** Sends path and query byte for byte (D66). Rejects without a response. */
  request(url: string, options: Options): Promise<Dispatcher.ResponseData>;
  /** Ends requests in progress. */
  close(): Promise<void>;
}

export function createRequester(tools: SendTools): Requester {
  const agent = new Agent({
    connect: createConnector(tools, () => undefined),
    // One connection for each request: the server may be closing one that was used before.
    pipelining: 0,
  });
  return {
    request(url, options) {
      const { origin, target } = requestedUrl(url);
      return agent.request({ ...options, origin, path: target });
    },
    close: () => agent.destroy(),
  };
}
