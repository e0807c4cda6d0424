/** `http`: a request to the user's own system, in real time. */

import { Inconclusive } from '#main/scenarios/inconclusive.ts';
import { bodyProblem } from '#shared/kit/body-pattern.ts';
import { firstLineOf, quoteOf } from '#shared/kit/first-line.ts';
import type { PlacedStepOf } from '#shared/scenarios/scenario.ts';
import type { Run } from '../context.ts';

const isExpected = (status: number, expected: number | null): boolean =>
  expected === null ? status >= 200 && status < 300 : status === expected;

export async function http(run: Run, { input, place }: PlacedStepOf<'http'>): Promise<void> {
  const { method, url, headers, body, isJson, expect, timeoutMs } = input;
  const type = isJson ? { 'content-type': 'application/json' } : {};
  const response = await run.ports
    .request({ method, url, headers: { ...type, ...headers }, body, timeoutMs })
    .catch((error: Error) => {
      throw new Inconclusive('http_step_failed', `${method} ${url}: ${error.message}`, place);
    });
  if (!isExpected(response.status, expect.status)) {
    const quote = quoteOf(firstLineOf(run.redact(response.body)));
    throw new Inconclusive(
      'http_step_failed',
      `${method} ${url} returned ${response.status}, expected ${expect.status ?? '2xx'}${quote}.`,
      place,
    );
  }
  if (expect.body === null) return;
  const problem = bodyProblem(expect.body, response.body);
  if (problem !== null)
    throw new Inconclusive(
      'http_step_failed',
      `${method} ${url}: ${problem.text(run.redact)}`,
      place,
    );
}
