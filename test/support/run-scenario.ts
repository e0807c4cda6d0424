/** Runs scenarios, with the built product in a process that runs of a file share, as the command line does. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { scenarioFilesOnDisk } from '#main/hosts/cli/scenarios/scenario-files.ts';
import {
  createProductProcesses,
  type Product,
  type ProductProcess,
  type ProductProcesses,
} from '#main/hosts/sandbox/product.ts';
import { runScenario } from '#main/hosts/sandbox/run.ts';
import type { RunSettings } from '#main/hosts/sandbox/run-settings.ts';
import { readScenario } from '#shared/scenarios/read.ts';
import type { HistoryEvent } from '#shared/scenarios/schema/history.ts';
import type { RunReport } from '#shared/scenarios/schema/report.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { patienceMs } from '../../scripts/test-patience.mjs';
import { forkBuilt } from './fork-built.ts';
import { makeFolder, removeFolder } from './temporary-folder.ts';

const sharedProducts = createProductProcesses(forkBuilt);
beforeAll(ensureBuild);
afterAll(sharedProducts.close);

export interface TestRun {
  readonly report: RunReport;
  readonly events: readonly HistoryEvent[];
  /** Names of the checks that did not pass. */
  readonly failing: readonly string[];
}

interface TestRunOptions {
  readonly stallMs?: number;
  readonly limitMs?: number;
  readonly speed?: number | null;
  /** Values of variables. */
  readonly set?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly products?: ProductProcesses;
  readonly progress?: RunSettings['progress'];
  /** Plants a fault: what it returns takes the place of the product's own. */
  readonly change?: (product: Product) => Partial<Product>;
}

/** Processes whose products do something else. */
const changed = (
  products: ProductProcesses,
  change: (product: Product) => Partial<Product>,
): ProductProcesses => ({
  ...products,
  take(): ProductProcess {
    const process = products.take();
    return {
      ...process,
      async start(options) {
        const product = await process.start(options);
        return { ...product, ...change(product) };
      },
    };
  },
});

/** Runs the scenario of a YAML text. */
export async function runText(text: string, options: TestRunOptions = {}): Promise<TestRun> {
  const files = makeFolder();
  const path = join(files, 'scenario.yaml');
  await writeFile(path, text);
  try {
    return await runFile(path, options);
  } finally {
    removeFolder(files);
  }
}

export async function runFile(
  path: string,
  {
    stallMs = patienceMs.expect,
    limitMs = patienceMs.test,
    speed = null,
    set = {},
    environment = {},
    products = sharedProducts,
    progress = () => undefined,
    change,
  }: TestRunOptions = {},
): Promise<TestRun> {
  const { scenarios, problems } = await readScenario(path, {
    files: scenarioFilesOnDisk,
    set,
    environment,
    isCheck: false,
  });
  expect(problems, 'problems of the file').toEqual([]);
  const [scenario] = scenarios;
  if (scenario === undefined) throw new Error('The file has no scenario.');
  const { report, history } = await runScenario(scenario, {
    ...{ version: '0.0.0-test', seed: scenario.seed, set, allowOrigins: [] },
    ...{ stallMs, limitMs, untilMs: null, speed, updatesSnapshots: false },
    files: scenarioFilesOnDisk,
    products: change === undefined ? products : changed(products, change),
    signal: new AbortController().signal,
    progress,
  });
  const failing = report.checks.filter(({ verdict }) => verdict === 'failed');
  return { report, events: history.events, failing: failing.map(({ name }) => name) };
}
