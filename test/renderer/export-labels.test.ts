import { describe, expect, it } from 'vitest';
import {
  countLabels,
  doneLabels,
  exportProblem,
  redactedLabels,
} from '#renderer/places/deliveries/export/export-labels.ts';

describe('export labels', () => {
  it('count deliveries, and redacted values', () => {
    expect(countLabels(1)).toBe('1 delivery');
    expect(countLabels(12_000)).toBe('12,000 deliveries');
    const redacted = [
      { name: 'header Authorization', count: 1_200 },
      { name: 'token in a URL', count: 1 },
    ];
    expect(redactedLabels(redacted)).toBe('header Authorization (1,200), token in a URL (1)');
    expect(
      doneLabels({
        status: 'done',
        name: 'a.har',
        format: 'har',
        deliveries: 2,
        count: 2,
        bytes: 1_500_000,
        redacted,
        problem: null,
      }),
    ).toBe('Saved as a.har: 2 deliveries, 1.4 MB');
  });

  it('give the reason if a selection cannot be exported', () => {
    expect(exportProblem('har', 0)).toContain('No matching deliveries');
    expect(exportProblem('har', undefined)).toContain('Counting');
    expect(exportProblem('fixtures', 10_001)).toContain('at most 10,000');
    expect(exportProblem('fixtures', 10_000)).toBeUndefined();
    expect(exportProblem('jsonl', 1_000_000)).toBeUndefined();
  });
});
