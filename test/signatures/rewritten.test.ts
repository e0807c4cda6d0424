/** Bodies re-serialized by real languages, compared with our prediction. */
import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonMistakes } from '#main/signatures/mistakes/json-mistakes.ts';
import { bodyOf } from '#main/signatures/mistakes/mistake.ts';
import recorded from '#test/fixtures/rewritten-bodies.json' with { type: 'json' };
import { skipWithout } from '#test/support/skipped.ts';
import { findLanguage } from '../../scripts/languages.mjs';
import { randomBody } from './support/random-body.ts';

type Texts = Readonly<Record<string, readonly string[]>>;

function rewrite(code: string, body: string) {
  const mistake = jsonMistakes.find((known) => known.code === code);
  if (mistake === undefined) throw new Error(`There is no mistake ${code}.`);
  return mistake.change(bodyOf(body));
}

function expectAgreement(bodies: readonly string[], texts: Texts): void {
  expect(Object.keys(texts).length).toBeGreaterThan(2);
  for (const [code, list] of Object.entries(texts))
    expect([code, bodies.map((body) => rewrite(code, body))]).toEqual([code, list]);
}

describe('a re-serialized body, as recorded from real libraries', () => {
  for (const { by, texts } of recorded.recordings)
    it(`is what ${by} writes`, () => expectAgreement(recorded.bodies, texts));
});

const rewriter = (file: string) => `${import.meta.dirname}/rewriters/${file}`;

/** Ruby and Java are only recorded, because their output depends on library versions. */
const languages = [
  { name: 'Python', args: [rewriter('rewrite.py')] },
  { name: 'PHP', args: [rewriter('rewrite.php')] },
  { name: 'Go', args: ['run', rewriter('rewrite.go')] },
] as const;

for (const { name, args } of languages) {
  const program = findLanguage(name);
  describe(`a body re-serialized by ${name}`, () => {
    if (program === null) skipWithout(name);
    else
      it('matches our prediction for random bodies', () => {
        const bodies = fc.sample(randomBody, 100);
        const { status, stdout, stderr } = spawnSync(program, args, {
          input: JSON.stringify(bodies),
          encoding: 'utf8',
          maxBuffer: 64 * 1024 * 1024,
        });
        expect(status, stderr).toBe(0);
        expectAgreement(bodies, JSON.parse(stdout) as Texts);
      });
  });
}
