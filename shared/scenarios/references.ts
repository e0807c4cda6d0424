/** Checks references within a scenario: names, filters, times and files. */
import { termsOf } from '#shared/filter/filter.ts';
import { parseSubjectFilter } from '#shared/filter/parse.ts';
import type { Subject } from '#shared/filter/subject.ts';
import { formatDuration } from '#shared/kit/duration.ts';
import type { NamedKind, Names } from './names.ts';
import { problemAt, problemFromText, type ScenarioProblem, suggestion } from './problem.ts';
import type { Expectation } from './schema/expectation.ts';
import type { ScenarioFile } from './schema/file.ts';
import type { Given, ScenarioWebhook } from './schema/given.ts';
import type { Step } from './schema/step.ts';
import type { Path, YamlFile } from './yaml-file.ts';

/** A file that the scenario refers to, and the path of the reference. */
export interface NamedFile {
  readonly path: Path;
  readonly name: string;
  /** False for a snapshot, which `--update` creates. */
  readonly mustExist: boolean;
}

export interface CheckTools {
  readonly yaml: YamlFile;
  readonly names: Names;
  readonly stepIds: ReadonlySet<string>;
  readonly report: (problem: ScenarioProblem) => void;
  readonly isUnresolved: (path: Path) => boolean;
  readonly addFile: (file: NamedFile) => void;
}

function checkFilter(tools: CheckTools, path: Path, text: string, subject: Subject): void {
  const { yaml, report, stepIds, names } = tools;
  if (tools.isUnresolved(path)) return;
  if (yaml.isCutByComment(path))
    report(
      problemAt(
        yaml.placeOf(path),
        'filter_cut_short',
        `YAML treats everything after ${JSON.stringify(text)} as a comment.`,
        'Put the filter in single quotes.',
      ),
    );
  const parsed = parseSubjectFilter(text, subject);
  if (!parsed.ok) {
    const { start, message } = parsed.problem;
    report(
      problemFromText(yaml.placeOf(path), 'filter', `Filter, character ${start + 1}: ${message}`),
    );
    return;
  }
  const check = (field: string, knownNames: ReadonlySet<string>) => {
    for (const term of termsOf(parsed.filter))
      if (term.kind === 'name' && term.field === field && !knownNames.has(term.value))
        report(
          problemAt(
            yaml.placeOf(path),
            'reference',
            `Unknown ${field} "${term.value}" in the filter.`,
            suggestion(
              yaml.suggest,
              term.value,
              [...knownNames],
              `Use the ${field === 'step' ? 'id' : 'name'} of a ${field}.`,
            ),
          ),
        );
  };
  check('step', stepIds);
  check('mock', names.of('mocks'));
}

function checkWebhooks(
  tools: CheckTools,
  path: Path,
  webhooks: readonly ScenarioWebhook[] | undefined,
): void {
  webhooks?.forEach((webhook, index) => {
    if ('mock' in webhook) tools.names.refer([...path, index, 'mock'], webhook.mock, 'mocks');
    if ('server' in webhook)
      tools.names.refer([...path, index, 'server'], webhook.server, 'servers');
  });
}

function checkSources(tools: CheckTools, path: Path, sources: readonly string[] | undefined): void {
  sources?.forEach((source, index) => {
    tools.names.refer([...path, index], source, 'sources');
  });
}

function addUserFile(tools: CheckTools, path: Path, users: unknown): void {
  if (typeof users === 'object' && users !== null && 'file' in users)
    tools.addFile({ path: [...path, 'file'], name: String(users.file), mustExist: true });
}

export function checkGiven(tools: CheckTools, given: Given): void {
  const { names } = tools;
  given.destinations.forEach((destination, index) => {
    const path: Path = ['given', 'destinations', index];
    checkSources(tools, [...path, 'sources'], destination.sources);
    checkWebhooks(tools, [...path, 'webhooks'], destination.webhooks);
  });
  given.mocks.forEach(({ responses }, index) => {
    const path: Path = ['given', 'mocks', index, 'responses'];
    if (responses !== undefined) tools.addFile({ path, name: responses, mustExist: true });
  });
  given.audiences.forEach(({ source, members }, index) => {
    names.refer(['given', 'audiences', index, 'source'], source, 'sources');
    addUserFile(tools, ['given', 'audiences', index, 'members'], members);
  });
  given.traits.forEach(({ source, values }, index) => {
    names.refer(['given', 'traits', index, 'source'], source, 'sources');
    addUserFile(tools, ['given', 'traits', index, 'values'], values);
  });
  given.certificateAuthorities.forEach((name, index) => {
    tools.addFile({ path: ['given', 'certificateAuthorities', index], name, mustExist: true });
  });
}

function checkStepId(
  tools: CheckTools,
  path: Path,
  id: string,
  ids: ReadonlySet<string> = tools.stepIds,
  fix = 'Use the id of a step.',
): void {
  if (!ids.has(id) && !tools.isUnresolved(path))
    tools.report(
      problemAt(
        tools.yaml.placeOf(path),
        'reference',
        `Unknown step "${id}".`,
        suggestion(tools.yaml.suggest, id, [...ids], fix),
      ),
    );
}

export function checkExpectation(
  tools: CheckTools,
  path: Path,
  expectation: Expectation,
  servers: Given['servers'],
): void {
  const { names } = tools;
  switch (expectation.subject) {
    case 'lost':
    case 'duplicates':
      return;
    case 'lookUp': {
      names.refer([...path, 'lookUp'], expectation.server, 'servers');
      const server = servers.find(({ name }) => name === expectation.server);
      if (server !== undefined && server.lookUp === undefined)
        tools.report(
          problemAt(
            tools.yaml.placeOf([...path, 'lookUp']),
            'reference',
            `The server "${server.name}" has no lookUp URL.`,
            'Add lookUp to it in given.servers.',
          ),
        );
      checkFilter(tools, [...path, 'messages'], expectation.filter, 'messages');
      return;
    }
    case 'probe': {
      names.refer([...path, 'probe'], expectation.server, 'servers');
      checkFilter(tools, [...path, 'messages'], expectation.filter, 'messages');
      const { since } = expectation;
      if (since !== null) checkStepId(tools, [...path, 'since'], since);
      return;
    }
    case 'membership':
      names.refer([...path, 'membership'], expectation.computation, 'audiences', 'traits');
      names.refer([...path, 'mock'], expectation.mock, 'mocks');
      return;
    case 'certification':
      names.refer([...path, 'certification'], expectation.target, 'mocks', 'servers');
      return;
    default: {
      const { subject, filter, mock, every, since, snapshot } = expectation;
      checkFilter(tools, [...path, subject], filter, subject);
      if (every !== null) checkFilter(tools, [...path, 'every'], every, subject);
      if (mock !== null) names.refer([...path, 'mock'], mock, 'mocks');
      if (since !== null) checkStepId(tools, [...path, 'since'], since);
      if (snapshot !== null)
        tools.addFile({ path: [...path, 'snapshot'], name: snapshot, mustExist: false });
    }
  }
}

/** Keys of actions whose value is a name. */
const namesInActions: Readonly<Record<string, Readonly<Record<string, NamedKind>>>> = {
  send: { source: 'sources' },
  payload: { destination: 'destinations' },
  sync: { audience: 'audiences', trait: 'traits' },
  churn: { audience: 'audiences' },
  members: { audience: 'audiences', trait: 'traits' },
  outage: { mock: 'mocks' },
  mock: { name: 'mocks' },
  destination: { name: 'destinations' },
  source: { name: 'sources' },
  finish: { destination: 'destinations' },
};

type Item = Readonly<Record<string, unknown>>;
const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null;

/** Takes the raw steps, to check the names in invalid steps too. */
export function checkNamesInSteps({ names }: CheckTools, steps: unknown): void {
  if (!Array.isArray(steps)) return;
  for (const [index, step] of steps.entries())
    for (const [action, keys] of Object.entries(namesInActions)) {
      const input: unknown = isItem(step) ? step[action] : undefined;
      if (!isItem(input)) continue;
      for (const [key, kind] of Object.entries(keys)) {
        const name = input[key];
        if (typeof name === 'string') names.refer(['when', index, action, key], name.trim(), kind);
      }
    }
}

function checkInput(tools: CheckTools, path: Path, step: Step, servers: Given['servers']): void {
  const pathTo = (...subpath: Path): Path => [...path, step.action, ...subpath];
  switch (step.action) {
    case 'send':
    case 'payload':
      if (step.input.fixture !== null)
        tools.addFile({ path: pathTo('fixture'), name: step.input.fixture, mustExist: true });
      return;
    case 'members': {
      const { change } = step.input;
      addUserFile(tools, pathTo(change.mode), 'members' in change ? change.members : change.values);
      return;
    }
    case 'destination':
      checkSources(tools, pathTo('sources'), step.input.patch.sources);
      checkWebhooks(tools, pathTo('webhooks'), step.input.patch.webhooks);
      return;
    case 'retry':
    case 'copy':
    case 'cancel':
      checkFilter(tools, pathTo('filter'), step.input.filter, 'deliveries');
      return;
    case 'wait':
      if (step.input.kind === 'condition')
        checkExpectation(tools, pathTo('until'), step.input.until, servers);
      return;
    case 'serverRestart':
    case 'serverCrash':
      tools.names.refer(pathTo(), step.input, 'servers');
      return;
    case 'check':
      step.input.forEach((expectation, index) => {
        checkExpectation(tools, pathTo(index), expectation, servers);
      });
      return;
    default:
  }
}

export function checkSteps(
  tools: CheckTools,
  steps: readonly Step[],
  { horizonMs }: Pick<ScenarioFile['clock'], 'horizonMs'>,
  servers: Given['servers'],
): void {
  const { yaml, report } = tools;
  const seen = new Set<string>();
  const cancels = new Set<string>();
  let latest = 0;
  for (const [index, step] of steps.entries()) {
    const path: Path = ['when', index];
    if (seen.has(step.id))
      report(
        problemAt(
          yaml.placeOf([...path, 'id']),
          'duplicate_name',
          `Two steps have the id "${step.id}".`,
          'Choose another id.',
        ),
      );
    seen.add(step.id);
    if (step.action === 'cancel') cancels.add(step.id);
    if (step.atMs !== null) {
      const place = yaml.placeOf([...path, 'at']);
      if (step.atMs < latest)
        report(
          problemAt(
            place,
            'time_order',
            `This step starts before the previous one, which starts at ${formatDuration(latest)}.`,
            'Sort the steps by time.',
          ),
        );
      if (step.atMs > horizonMs)
        report(
          problemAt(
            place,
            'time_order',
            `This step starts after the run ends, at ${formatDuration(horizonMs)}.`,
            'Use an earlier time or increase clock.horizon.',
          ),
        );
      latest = Math.max(latest, step.atMs);
    }
    checkInput(tools, path, step, servers);
    if (step.action === 'undo') {
      const fix = 'Use the id of an earlier cancel step.';
      checkStepId(tools, [...path, 'undo', 'step'], step.input.step, cancels, fix);
    }
  }
}
