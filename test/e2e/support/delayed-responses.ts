/** Responses that wait for the test, so that what happens before them takes as long as it likes. */
import type { ServerResponse } from 'node:http';
import type { ScriptedResponse } from './target-server.ts';

interface DelayedResponse {
  readonly response: ScriptedResponse;
  /** Sends what is held; later requests get a response immediately. */
  readonly release: () => void;
}

export function delayResponse(status = 200): DelayedResponse {
  const held: ServerResponse[] = [];
  let isFree = false;
  return {
    response: (_request, response) => {
      if (isFree) response.writeHead(status).end();
      else held.push(response);
    },
    release: () => {
      isFree = true;
      for (const response of held) response.writeHead(status).end();
    },
  };
}
