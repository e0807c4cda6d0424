/** The library and its suite as a page has them; bundled for the page by client-page.ts. */
import { Analytics } from '#shared/client/index.ts';
import { suite } from '#test/client/suite/index.ts';
import { callMixed } from '#test/client/support/mixed-calls.ts';

export interface CaseResult {
  readonly name: string;
  /** Why it failed; null when it did not. */
  readonly problem: string | null;
}

declare global {
  var runSuite: typeof run;
  var sendMixed: typeof send;
}

async function run(url: string): Promise<readonly CaseResult[]> {
  const results: CaseResult[] = [];
  for (const { name, run: runCase } of suite)
    try {
      await runCase({ url });
      results.push({ name, problem: null });
    } catch (error) {
      results.push({ name, problem: String(error) });
    }
  return results;
}

/** Resolves with what was given up, when all is delivered. */
async function send(writeKey: string, endpoint: string, count: number): Promise<readonly string[]> {
  const problems: string[] = [];
  const analytics = new Analytics(writeKey, {
    endpoint,
    onError: ({ message }) => void problems.push(message),
  });
  callMixed(analytics, 0, count);
  await analytics.close();
  return problems;
}

Object.assign(globalThis, { runSuite: run, sendMixed: send });
