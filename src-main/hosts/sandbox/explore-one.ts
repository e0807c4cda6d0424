/** Explores a scenario with real runs, one after another. */

import { watchOwnDelay } from '#main/certification/own-delay.ts';
import { processingMsOf } from '#main/kit/side-effects.ts';
import { steadyClock } from '#main/kit/steady-clock.ts';
import {
  type ExploreOptions,
  type ExplorePorts,
  explore,
} from '#main/scenarios/explore/explore.ts';
import { hangOf } from '#main/scenarios/explore/hang.ts';
import { type ExploreTarget, NotExplorable } from '#main/scenarios/explore/variant.ts';
import { rememberingTexts } from '#main/scenarios/files-on-disk.ts';
import type { JsonValue } from '#shared/kit/json-value.ts';
import { readScenario } from '#shared/scenarios/read.ts';
import type { Scenario } from '#shared/scenarios/scenario.ts';
import type { ExplorationReport } from '#shared/scenarios/schema/exploration.ts';
import type { StartChild } from './child.ts';
import { createProductProcesses } from './product.ts';
import { runScenario } from './run.ts';
import type { RunSettings } from './run-settings.ts';

export interface ExploreSettings extends ExploreOptions {
  readonly run: Pick<
    RunSettings,
    | 'version'
    | 'set'
    | 'serverProgram'
    | 'allowOrigins'
    | 'stallMs'
    | 'limitMs'
    | 'files'
    | 'signal'
  > & { readonly startChild: StartChild };
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly progress: ExplorePorts['progress'];
  /** Measures our own delay (D69). */
  readonly watchDelay?: typeof watchOwnDelay;
  readonly now?: ExplorePorts['now'];
}

/** Servers and their lookups are shared, so runs are made one after another. */
export function exploreOne(
  scenario: Scenario,
  target: ExploreTarget,
  {
    run: { startChild, ...settings },
    environment,
    progress,
    watchDelay,
    now,
    ...options
  }: ExploreSettings,
): Promise<ExplorationReport> {
  const { file } = scenario;
  const { serverProgram } = settings;
  const products = createProductProcesses(startChild);
  const ownDelay = (watchDelay ?? watchOwnDelay)(steadyClock);
  // Of the whole process.
  process.env.TZ = scenario.clock.zone;

  const serverUrl = scenario.given.servers.find(({ name }) => name === target.server)?.url ?? '';
  /** Since the last run: the server may still hang. */
  let isHanging = false;
  /** Null before the first run. */
  let slowestMs: number | null = null;

  return explore(scenario, target, options, {
    async run(text, { maxTimeouts, leastMs }) {
      const files = rememberingTexts(settings.files, new Map([[file, text]]));
      const { set } = settings;
      const read = await readScenario(file, { files, set, environment, isCheck: false });
      const [variant] = read.scenarios;
      const [problem] = read.problems;
      if (variant === undefined || problem !== undefined)
        // Only values that probes found can be invalid: the file was checked before.
        throw new NotExplorable(
          `What "${target.server}" returns to a probe can't be part of a scenario: ${problem?.message}`,
          'Let the probe ask for less, or leave out asUndisturbed.',
        );
      const values = new Map<unknown, JsonValue>();
      // If it can't be started, the run says so.
      if (isHanging && !settings.signal.aborted)
        await serverProgram?.restart(serverUrl).catch(() => undefined);
      const startedAt = steadyClock.now();
      const finished = await runScenario(variant, {
        ...{ ...settings, files, products, maxTimeouts, seed: variant.seed },
        ...(serverProgram && { serverProgram: { ...serverProgram, name: target.server } }),
        ...{ untilMs: null, speed: null, updatesSnapshots: false, progress: () => undefined },
        undisturbed: (probe, value) => void values.set(probe, value),
        sideEffects: {
          ...{ leastMs, slowestMs },
          onSlower(ms) {
            slowestMs = Math.max(ms, slowestMs ?? 0);
          },
        },
      });
      slowestMs ??= 0;
      isHanging = hangOf(finished.history, target) !== null;
      const undisturbed = variant.then.map((expectation) => values.get(expectation));
      return {
        ...{ ...finished, undisturbed, ownDelayMs: ownDelay.since(startedAt) },
        processingMs: processingMsOf(slowestMs),
      };
    },
    progress,
    signal: settings.signal,
    now: now ?? (() => performance.now()),
  }).finally(() => {
    ownDelay.stop();
    products.close();
  });
}
