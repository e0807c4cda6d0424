/** Signature bugs of real programs: each is identified, or listed among those that give the same bytes. */
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Language } from '#shared/signatures/signature.ts';
import recorded from '#test/fixtures/signature-bugs.json' with { type: 'json' };
import { skipBecause, skipWithout } from '#test/support/skipped.ts';
import { type Digests, programs, run, type Task, versionOf } from './bugs/programs.ts';
import { diagnoseSpecified } from './support/specified.ts';

const task: Task = recorded.task;
const context = { urls: [task.url], seconds: [task.seconds], headerValues: [] };

interface Pair {
  readonly bug: string;
  readonly body: string;
  readonly secret: string;
  readonly observed: string;
}

/** A bug without effect on a body gives the correct digest, so there is nothing to find. */
function pairsOf(digests: Digests): readonly Pair[] {
  return Object.entries(digests).flatMap(([bug, list]) =>
    list.flatMap((observed, index) => {
      const body = task.bodies[index] ?? '';
      const secret = task.secrets[/@(\w+)/.exec(bug)?.[1] ?? 'plain'] ?? '';
      const right = createHmac('sha1', secret).update(body).digest('hex');
      return observed === null || observed === right ? [] : [{ bug, body, secret, observed }];
    }),
  );
}

/** Every seventh, in turn, because all of them take a minute. */
const { ALL_BUGS } = process.env;
const sampled = (pairs: readonly Pair[]): readonly Pair[] =>
  ALL_BUGS === undefined ? pairs.filter((_, index) => index % 7 === 0) : pairs;

/** `json_php_assoc_hex_tag|json_php_assoc@secret#variant`: one of these, or a prefix. */
function isOneOf(bug: string, codes: readonly string[]): boolean {
  return bug
    .replace(/[@#].*$/, '')
    .split('|')
    .some((wanted) =>
      codes.some((code) =>
        wanted.endsWith('*') ? code.startsWith(wanted.slice(0, -1)) : code === wanted,
      ),
    );
}

const languageNamed: Readonly<Record<string, RegExp>> = {
  node: /node|javascript|JSON\.stringify/i,
  python: /python/i,
  php: /php/i,
  ruby: /ruby|rails/i,
  go: /\bgo\b|_go_|_go$/i,
  java: /java(?!script)|jackson|gson/i,
  csharp: /c#|dotnet|newtonsoft|\.NET/i,
  rust: /rust|serde/i,
};

describe('a recorded signature bug', () => {
  for (const { name, language, digests } of recorded.recordings)
    it(`in ${name} is identified, and no other language`, async () => {
      const pairs = sampled(pairsOf(digests));
      const missed: string[] = [];
      for (const { bug, body, secret, observed } of pairs) {
        const { verdict, causes } = await diagnoseSpecified(body, secret, observed, {
          language: language as Language,
          context,
        });
        const codes = causes.flatMap((cause) => [
          cause.code,
          ...cause.alternatives.map(({ code }) => code),
        ]);
        expect(verdict, `${bug} of ${body.slice(0, 60)}`).not.toBe('valid');
        if (!isOneOf(bug, codes)) missed.push(`${bug} ${task.bodies.indexOf(body)}: ${codes}`);
        for (const { code, message } of causes)
          for (const [other, named] of Object.entries(languageNamed))
            if (other !== language) expect(`${code} ${message}`, bug).not.toMatch(named);
      }
      // Go's gzip output can't be reproduced here.
      expect(missed.length / pairs.length, missed.join('\n')).toBeLessThanOrEqual(0.05);
    });
});

/** Output differs between versions of a language, but not between their patches. */
const minorOf = (version: string): string => /\d+\.\d+/.exec(version)?.[0] ?? version;

describe('the recordings', () => {
  // Debian has only an old Rails.
  for (const program of programs.filter(({ name }) => name !== 'Rails')) {
    const version = versionOf(program);
    const there = recorded.recordings.find(({ name }) => name === program.name);
    if (version === null) skipWithout(program.name);
    else if (there === undefined || minorOf(version) !== minorOf(there.by))
      skipBecause(`the bugs in ${program.name} are recorded with ${there?.by}, not ${version}`);
    else
      it(`in ${program.name} match its output`, () => {
        expect(run(program, task)).toEqual(there.digests);
      });
  }
});
