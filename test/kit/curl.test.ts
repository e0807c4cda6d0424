/**
 * curl commands, run by real shells against a receiver that checks the signature of the raw bytes.
 */
import { execFile } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { curlCommand } from '#shared/kit/curl.ts';
import { quoted } from '#shared/kit/shell.ts';
import { hmac, strict } from '#test/deliveries/strict-receiver.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const run = promisify(execFile);
const secret = 'wh_s3cret';
const shells = ['/bin/sh', '/bin/bash', '/bin/zsh', '/usr/bin/fish'].filter((shell) =>
  existsSync(shell),
);

const bytes = (...codes: number[]): Uint8Array => Uint8Array.from(codes);

const nasty: readonly (readonly [string, string | Uint8Array])[] = [
  ['quotes of every kind', `it's "so" \`date\` $(date) \${HOME} \\n !! '\\'' ''`],
  ['line feeds, one at the end', '{\n  "a": 1\n}\n\n'],
  ['what a terminal acts on', 'a\tb\rc\u0003d\u001b[31me\u007f%s%%\\'],
  ['text of the whole of Unicode', '{"größe":"☃ 🦄 \u2028 \u0085"}'],
  ['an at sign first, as for a file', '@/etc/passwd'],
  ['a hyphen first, as for an option', '--x\t%'],
  ['a command in the log of CI', '##[error]a ##VSO[b]c'],
  ['a command in the log of CI after a tab', '\t##[error]%a'],
  ['nothing', ''],
  ['bytes that are no text', bytes(0x80, 0xff, 0xc3, 0x28, 0x27, 0x5c, 0x25, 0x0a)],
  ['every byte there is, NUL included', Uint8Array.from({ length: 256 }, (_, code) => code)],
  ['more than fits into one argument', `{"a":"${"it's ☃ ".repeat(40_000)}"}`],
  [
    'more than fits into a line, with separators of lines',
    `a\u2028b\n\u2029${'x'.repeat(5_000)}\u2028`,
  ],
];

describe.for(shells)('a request as a curl command, run by %s,', (shell) => {
  it.for(nasty)('arrives signed with %s', async ([, body]) => {
    const target = await startTarget();
    target.always(strict(secret));
    const sent = Buffer.from(body);
    const command = curlCommand({
      url: `${target.url}?a[]={1}&b='`,
      headers: [
        ['host', 'elsewhere.test'],
        ['connection', 'keep-alive'],
        ['User-Agent', 'Hookwright/1.0'],
        ['Content-Type', 'application/json'],
        ['X-Signature', hmac('sha1', secret, sent)],
        ['X-Env', `it's "${'é'}"!! $HOME`],
        ['X-Empty', ''],
        ['content-length', '999'],
      ],
      body,
    });
    expect(command).not.toMatch(/##[a-z]*\[/i);
    const script = join(temporaryFolder(), 'command.sh');
    writeFileSync(script, `${command} -sS -o /dev/null -w '%{http_code}'\n`);
    const { stdout } = await run(shell, [script]);
    const request = await target.received(1);
    expect(request.body.equals(sent)).toBe(true);
    expect(stdout).toBe('200');
    expect(request.path).toBe("/hook?a[]={1}&b='");
    expect(request.header('x-env')).toBe(`it's "é"!! $HOME`);
    expect(request.header('x-empty')).toBe('');
    expect(request.header('content-length')).toBe(String(sent.length));
  });
});

describe('a request as a curl command', () => {
  it('keeps every byte within quotes', () => {
    expect(quoted(`it's "so"`)).toBe(`'it'\\''s "so"'`);
  });

  it('omits headers that curl sets by default, and disables other defaults', () => {
    const headers = [
      ['Host', 'a.test'],
      ['Content-Length', '2'],
      ['X-Env', 'staging'],
    ] as const;
    expect(curlCommand({ url: 'https://a.test/', headers, body: '{}' })).toBe(
      "curl -X POST 'https://a.test/' \\\n  -H 'X-Env: staging' \\\n  -H 'User-Agent:' \\\n  -H 'Accept:' \\\n  -H 'Content-Type:' \\\n  --data-raw '{}'",
    );
  });
});
