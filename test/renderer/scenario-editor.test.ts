/** Completions and problems of the scenario editor. `|` is the caret. */
import { describe, expect, it } from 'vitest';
import { completeScenario, yamlPlaceAt } from '#renderer/places/rehearse/complete-scenario.ts';
import { problemsOf } from '#renderer/places/rehearse/text-pane.tsx';

const before = `scenario: 1
name: Test # a comment
given:
  sources: [{ name: Shop }, { name: 'Web: EU' }]
  mocks: [{ name: orders }]
  destinations:
    - name: Orders
      webhooks: [{ mock: orders }]
when:
  - { id: first, send: { source: Shop, sample: track } }
`;

function at(text: string) {
  const position = text.indexOf('|');
  const wordStart = position - (/[\w$.-]*$/.exec(text.slice(0, position))?.[0].length ?? 0);
  return { text: text.replace('|', ''), position, wordStart };
}

function placeAt(marked: string) {
  const { text, wordStart } = at(before + marked);
  const { path, expects } = yamlPlaceAt(text, wordStart);
  return `${path.join('.')} ${expects}`;
}

function labelsAt(marked: string): readonly string[] {
  const { text, position, wordStart } = at(before + marked);
  return completeScenario(text, position, wordStart).map(({ label }) => label);
}

describe('the place in a scenario', () => {
  it.each([
    ['th|', ' key'],
    ['then:\n  - |', 'then.0 key'],
    ['then:\n  - lost: 0\n  - requ|', 'then.0 key'],
    ['then:\n- requ|', 'then.0 key'],
    ['then:\n  - name: x\n    rec|', 'then.0 key'],
    ['then:\n  - name: x\n    mock: |', 'then.0.mock value'],
    ['then:\n  - { requests: "a, b", rec|', 'then.0 key'],
    ['then:\n  - { count: { min: 1, m|', 'then.0.count key'],
    ['then:\n  - { count: { min: 1 }, mock: |', 'then.0.mock value'],
    ['  - outage: { mock: |', 'when.0.outage.mock value'],
    ['  - check:\n      - lost: 0\n      - |', 'when.0.check.0 key'],
    ['clock:\n  |', 'clock key'],
    ["tags: [ 'a', |", 'tags.0 value'],
  ])('of %j', (marked, place) => {
    expect(placeAt(marked)).toBe(place);
  });
});

describe('completions of a scenario', () => {
  it('are the keys of the schema', () => {
    expect(labelsAt('|')).toEqual(expect.arrayContaining(['then', 'clock', 'variables']));
    expect(labelsAt('  - |')).toEqual(expect.arrayContaining(['send', 'outage', 'at', 'id']));
    expect(labelsAt('  - outage: { |')).toEqual(expect.arrayContaining(['mock', 'for']));
    expect(labelsAt('then:\n  - |')).toEqual(expect.arrayContaining(['lost', 'requests']));
    expect(labelsAt('then:\n  - |')).not.toContain('send');
  });

  it('are names of the document', () => {
    expect(labelsAt('  - send: { source: |')).toEqual(['Shop', 'Web: EU']);
    expect(labelsAt('  - outage: { mock: |')).toEqual(['orders']);
    expect(labelsAt('  - destination: { name: |')).toEqual(['Orders']);
    expect(labelsAt('then:\n  - { lost: 0, since: |')).toEqual(['first']);
    const { text, position, wordStart } = at(`${before}  - send: { source: |`);
    const inserted = completeScenario(text, position, wordStart).map(({ insert }) => insert);
    expect(inserted).toEqual(['Shop', "'Web: EU'"]);
  });

  it('are values of the schema', () => {
    expect(labelsAt('  - send: { order: |')).toEqual(
      expect.arrayContaining(['given', 'shuffled', 'reversed']),
    );
  });
});

describe('problems in the editor', () => {
  it('cover the word at their place', () => {
    const text = 'a: 1\nb: [x, Shpo]';
    const problem = { file: 'a.yaml', line: 2, column: 8, code: 'reference' };
    const message = 'There is no source "Shpo".';
    expect(problemsOf(text, [{ ...problem, message, fix: 'Did you mean "Shop"?' }])).toEqual([
      { from: 12, to: 16, severity: 'error', message: `${message} Did you mean "Shop"?` },
    ]);
    expect(problemsOf('', [{ ...problem, message, fix: '' }])).toMatchObject([{ from: 0, to: 0 }]);
  });
});
