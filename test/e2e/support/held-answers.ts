/** Responses that wait for the test, so that what happens before them takes as long as it likes. */
import type { ServerResponse } from 'node:http';
import type { Answer } from './target-server.ts';

interface HeldAnswer {
  readonly answer: Answer;
  /** Sends what is held; later requests are answered immediately. */
  readonly release: () => void;
}

export function holdAnswer(status = 200): HeldAnswer {
  const held: ServerResponse[] = [];
  let isFree = false;
  return {
    answer: (_request, response) => {
      if (isFree) response.writeHead(status).end();
      else held.push(response);
    },
    release: () => {
      isFree = true;
      for (const response of held) response.writeHead(status).end();
    },
  };
}
