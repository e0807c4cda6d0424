/** The option `--shard`: a number, or that of the CI job. */
import { InvalidArgumentError } from 'commander';
import { maxShards, Shard } from '#shared/scenarios/schema/report.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Environment variables of parallel jobs, with the index of the first job. */
export const parallelJobs = [
  { service: 'GitLab', index: 'CI_NODE_INDEX', first: 1, count: 'CI_NODE_TOTAL' },
  { service: 'CircleCI', index: 'CIRCLE_NODE_INDEX', first: 0, count: 'CIRCLE_NODE_TOTAL' },
  {
    ...{ service: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', first: 0 },
    count: 'BUILDKITE_PARALLEL_JOB_COUNT',
  },
] as const;

/** An Indexed Job of Kubernetes does not know its number of completions. */
export const indexedJob = {
  service: 'Kubernetes',
  index: 'JOB_COMPLETION_INDEX',
  first: 0,
} as const;

function numberIn(environment: Environment, name: string, min: number, max: number): number {
  const text = environment[name] ?? '';
  if (text === '') throw new InvalidArgumentError(`The environment variable ${name} is not set.`);
  const number = Number(text);
  if (!/^\d+$/.test(text) || number < min || number > max)
    throw new InvalidArgumentError(
      `The environment variable ${name} is "${text}". It must be a whole number from ${min} to ${max}.`,
    );
  return number;
}

function indexIn(
  environment: Environment,
  { index, first }: { readonly index: string; readonly first: number },
  count: number,
): number {
  return numberIn(environment, index, first, count - 1 + first) - first + 1;
}

function shardOfJob(environment: Environment): Shard {
  const job = parallelJobs.find(({ index, count }) => environment[index] || environment[count]);
  if (job === undefined) {
    const names = parallelJobs.map(({ index }) => index).join(', ');
    throw new InvalidArgumentError(
      `None of the environment variables ${names} is set. Use a shard such as 1/4.`,
    );
  }
  const count = numberIn(environment, job.count, 1, maxShards);
  return { index: indexIn(environment, job, count), count };
}

export function readShard(text: string, environment: Environment): Shard {
  if (text === 'auto') return shardOfJob(environment);
  const [, index, total] = /^(\d+|auto)\/(\d+)$/.exec(text) ?? [];
  const count = Number(total);
  const isCount = Shard.safeParse({ index: 1, count }).success;
  const shard = Shard.safeParse({
    index: index === 'auto' && isCount ? indexIn(environment, indexedJob, count) : Number(index),
    count,
  });
  if (!shard.success)
    throw new InvalidArgumentError(
      `Use a shard such as 1/4, the first of four, of at most ${maxShards}; or auto, or auto/4.`,
    );
  return shard.data;
}

export const shardOf = (text: string): Shard => readShard(text, process.env);
