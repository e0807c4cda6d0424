/** No text of others controls the terminal, or is a command in the log of CI. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportWriter, overwriteLine, printJson, printLines } from '#main/hosts/headless/print.ts';

const project = join(import.meta.dirname, '..', '..', '..');

const hostile = {
  'a title': '\u001b]0;title\u0007',
  'an 8-bit control': '\u009b2J\u0085',
  'a line break': 'one\ntwo\r\nthree\u2028four',
  'a direction': '\u202eevil\u2066',
  'a surrogate': 'a\ud800',
  'a command': '::error file=a::x',
  'an indented command': '  ::add-mask::x',
  'an older command': 'name ##[add-mask]x',
  'a command of Azure Pipelines': 'name ###VSO[task.setvariable variable=a]b',
  'a command of TeamCity': "##teamcity[setParameter name='a' value='b']",
  'a command after a line break': 'a\n::stop-commands::x',
} as const;

function written(run: (output: NodeJS.WriteStream) => void, isTTY = false): string {
  const chunks: Buffer[] = [];
  run({
    isTTY,
    columns: 80,
    write: (chunk: string | Uint8Array) => chunks.push(Buffer.from(chunk as string)) > 0,
  } as unknown as NodeJS.WriteStream);
  return Buffer.concat(chunks).toString('utf8');
}

const acting = /[^\P{C}\n]|^\s*::|##[a-z]*\[/imu;

describe.each(Object.entries(hostile))('%s', (_, text) => {
  it('is shown in one line', () => {
    const output = written((to) => printLines([text, 'next'], to));
    expect(output).not.toMatch(acting);
    expect(output.split('\n')).toEqual([expect.not.stringMatching(/^$/), 'next', '']);
  });

  it('is escaped in JSON, which stays the same', () => {
    const json = JSON.stringify({ [text]: [text] }, null, 2);
    const output = written((to) => printJson(json, to));
    expect(output).not.toMatch(acting);
    expect(JSON.parse(output)).toEqual(JSON.parse(json));
  });

  it('does not leave a line that is overwritten', () => {
    const output = written((to) => overwriteLine(text, to));
    expect(output.startsWith('\r\u001b[2K')).toBe(true);
    expect(output.slice('\r\u001b[2K'.length)).not.toMatch(/[^\P{C}]/u);
  });

  it('is escaped in an export as JSON, however it is divided', () => {
    const json = `${JSON.stringify({ text })}\n`;
    const bytes = Buffer.from(json);
    const send = (mediaType: string) => (to: NodeJS.WriteStream) => {
      const write = exportWriter(to, mediaType);
      for (const byte of bytes) write(Buffer.from([byte]), () => undefined);
    };
    // The log of CI is no terminal.
    for (const isTerminal of [true, false]) {
      const shown = written(send('application/json'), isTerminal);
      expect(shown).not.toMatch(/[^\P{C}\n]|##[a-z]*\[/u);
      expect(JSON.parse(shown)).toEqual(JSON.parse(json));
    }
    // Text keeps its bytes, except on a terminal.
    expect(written(send('text/plain'))).toBe(json);
    expect(written(send('text/plain'), true)).not.toMatch(/[^\P{C}\n]/u);
  });
});

it('leaves emoji, other scripts and blank lines as they are', () => {
  const lines = ['', 'naïve 日本 👩‍👧 می‌خواهم', '  indented: a::b'];
  expect(written((to) => printLines(lines, to))).toBe(`${lines.join('\n')}\n`);
});

it('is the only place that writes text', () => {
  const writing = globSync('src-main/**/*.ts', { cwd: project }).filter((path) =>
    /\b(stdout|stderr)\.write\(|\bconsole\./.test(readFileSync(join(project, path), 'utf8')),
  );
  expect(writing.map((path) => path.replaceAll('\\', '/')).sort()).toEqual([
    // The script of a completion, which is fixed.
    'src-main/hosts/cli/completion.ts',
    // The log of a host of the same program.
    'src-main/hosts/cli/mcp/own-host.ts',
    'src-main/hosts/headless/print.ts',
  ]);
});
