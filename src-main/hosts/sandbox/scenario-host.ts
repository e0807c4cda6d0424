/** What a host provides, so that its users can run scenarios. */
import { fileURLToPath } from 'node:url';
import type { ScenarioHost } from '#main/scenarios/scenarios.ts';
import type { StartChild } from './child.ts';
import { createScenarioExplorer, createScenarioRunner } from './runner.ts';

/** Copied next to the built program. */
const examplesFolder = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../examples/scenarios/' : './examples/',
    import.meta.url,
  ),
);

export const scenarioHost = (
  startChild: StartChild,
  folder: string | null,
  within?: string,
): ScenarioHost => ({
  runner: createScenarioRunner(startChild),
  explorer: createScenarioExplorer(startChild),
  ...{ folder, within },
  examplesFolder,
});
