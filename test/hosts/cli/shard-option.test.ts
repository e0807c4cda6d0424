/** `--shard auto` and `--shard auto/N`: the number of the CI job. */
import { describe, expect, it } from 'vitest';
import { readShard } from '#main/hosts/cli/scenarios/shard-option.ts';

describe('the shard', () => {
  it.each([
    ['1/4', {}, 1, 4],
    ['auto', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '3' }, 1, 3],
    ['auto', { CI_NODE_INDEX: '3', CI_NODE_TOTAL: '3' }, 3, 3],
    ['auto', { CIRCLE_NODE_INDEX: '0', CIRCLE_NODE_TOTAL: '3' }, 1, 3],
    ['auto', { CIRCLE_NODE_INDEX: '2', CIRCLE_NODE_TOTAL: '3' }, 3, 3],
    ['auto', { BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '2' }, 1, 2],
    ['auto', { BUILDKITE_PARALLEL_JOB: '1', BUILDKITE_PARALLEL_JOB_COUNT: '2' }, 2, 2],
    ['auto/10', { JOB_COMPLETION_INDEX: '0' }, 1, 10],
    ['auto/10', { JOB_COMPLETION_INDEX: '9' }, 10, 10],
    ['auto/2', { JOB_COMPLETION_INDEX: '1', CI_NODE_INDEX: '1', CI_NODE_TOTAL: '9' }, 2, 2],
  ])('%s in %j', (text, environment, index, count) => {
    expect(readShard(text, environment)).toEqual({ index, count });
  });

  it.each<readonly [string, Readonly<Record<string, string>>, RegExp]>([
    ['auto', {}, /CI_NODE_INDEX.*CIRCLE_NODE_INDEX.*BUILDKITE_PARALLEL_JOB/],
    // A job of GitLab without `parallel`.
    ['auto', { CI_NODE_TOTAL: '1' }, / CI_NODE_INDEX /],
    ['auto', { CI_NODE_INDEX: '1' }, / CI_NODE_TOTAL /],
    ['auto', { CI_NODE_INDEX: '0', CI_NODE_TOTAL: '3' }, / CI_NODE_INDEX /],
    ['auto', { CI_NODE_INDEX: '4', CI_NODE_TOTAL: '3' }, / CI_NODE_INDEX /],
    ['auto', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '0' }, / CI_NODE_TOTAL /],
    ['auto', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '1001' }, / CI_NODE_TOTAL /],
    ['auto', { CIRCLE_NODE_INDEX: '3', CIRCLE_NODE_TOTAL: '3' }, / CIRCLE_NODE_INDEX /],
    ['auto', { CIRCLE_NODE_INDEX: '1' }, / CIRCLE_NODE_TOTAL /],
    ['auto', { CIRCLE_NODE_INDEX: '1.0', CIRCLE_NODE_TOTAL: '3' }, / CIRCLE_NODE_INDEX /],
    [
      'auto',
      { BUILDKITE_PARALLEL_JOB: '-1', BUILDKITE_PARALLEL_JOB_COUNT: '2' },
      / BUILDKITE_PARALLEL_JOB /,
    ],
    [
      'auto',
      { BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '' },
      / BUILDKITE_PARALLEL_JOB_COUNT /,
    ],
    ['auto/2', {}, / JOB_COMPLETION_INDEX /],
    ['auto/2', { JOB_COMPLETION_INDEX: '' }, / JOB_COMPLETION_INDEX /],
    ['auto/2', { JOB_COMPLETION_INDEX: '2' }, / JOB_COMPLETION_INDEX /],
    ['auto/2', { JOB_COMPLETION_INDEX: '1e0' }, / JOB_COMPLETION_INDEX /],
    ...['auto/0', 'auto/1001', 'auto/', 'auto/x', '0/2', '3/2', '1/1001', '1', ''].map(
      (text) => [text, { JOB_COMPLETION_INDEX: '0' }, /1\/4/] as const,
    ),
  ])('%s is refused in %j', (text, environment, named) => {
    expect(() => readShard(text, environment)).toThrow(named);
  });
});
