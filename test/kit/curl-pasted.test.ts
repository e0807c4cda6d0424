/** curl commands pasted into interactive shells on a terminal: nothing in a request may run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type CurlRequest, curlCommand } from '#shared/kit/curl.ts';
import { quoted } from '#shared/kit/shell.ts';
import { visibleText } from '#shared/kit/visible-text.ts';
import { requestedUrl } from '#shared/kit/webhook-url.ts';
import { startTarget } from '#test/support/target-server.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const shells = [
  { name: 'bash', command: ['/bin/bash', '--norc', '--noprofile', '-i'], mode: 'bracketed' },
  { name: 'bash', command: ['/bin/bash', '--norc', '--noprofile', '-i'], mode: 'plain' },
  { name: 'dash', command: ['/bin/dash', '-i'], mode: 'plain' },
  { name: 'zsh', command: ['/bin/zsh', '-f', '-i'], mode: 'bracketed' },
  { name: 'zsh', command: ['/bin/zsh', '-f', '-i'], mode: 'plain' },
].filter(({ command: [path = ''] }) => existsSync(path));

/** Closes a bracketed paste, clears the line and runs a command. */
const endOfPaste = '\x1b[201~\x15touch PWNED\r\x0f\x03';
const run = `';touch PWNED;'$(touch PWNED)\`touch PWNED\`";touch PWNED;"!!!touch\\`;

const requests = (origin: string): readonly CurlRequest[] => {
  const request = (parts: Partial<CurlRequest>): CurlRequest => ({
    url: `${origin}/hook`,
    headers: [['Content-Type', 'application/json']],
    body: '{}',
    ...parts,
  });
  return [
    request({ url: `${origin}/${endOfPaste}{touch,PWNED}[1-9]?a={1,2}&${endOfPaste}` }),
    request({ url: `${origin}/${run}/\u009b\u202e/../%c3%a9/ü?${run}#${run}` }),
    request({ url: `${origin}/?` }),
    request({ url: `${origin}/a/./%2E%2e/b` }),
    request({ url: `${origin}/?a=b?` }),
    request({
      headers: [
        ["X-!#$%&'*+-.^_`|~", run],
        ["%n%s%41'`!!", 'é'],
        ['-n', `é\t%s%n\u009b${run}`],
        ['--%d', '100%'],
        ['X-Long', run.repeat(90)],
        ['X-Empty', ''],
        ['X-Blank', ' \t'],
      ],
    }),
    request({ body: endOfPaste }),
    request({ body: run }),
    request({ body: `${run}\n${run}\r\n` }),
    // Longer than the maximum terminal line (4,095 bytes).
    request({ body: run.repeat(90) }),
    request({ body: `${'☃%'.repeat(3_000)}${run}\0` }),
    request({ body: '-n %s\u202e\u2066\u0085\u200d' }),
    request({ body: Uint8Array.from({ length: 256 }, (_, code) => 255 - code) }),
  ];
};

/** The received request without the headers of the connection. */
const ofConnection = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

async function paste(command: readonly string[], mode: string, text: string, folder: string) {
  const script = join(import.meta.dirname, 'paste.py');
  const child = spawn('python3', [script, mode, ...command], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,

      TERM: 'xterm',
      LANG: 'C.UTF-8',
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdin.end(text);
  const output = child.stdout.setEncoding('utf8').toArray();
  await once(child, 'close');
  return (await output).join('');
}

describe('curl commands', () => {
  it.for(shells)('run nothing but curl, pasted into $name ($mode)', async ({ command, mode }) => {
    const target = await startTarget();
    const folder = temporaryFolder();
    const expected = requests(new URL(target.url).origin);
    const text = expected
      .map(
        (request) =>
          `: ${quoted(visibleText(`${endOfPaste}${run}`))}\n${curlCommand(request)} -sS\n`,
      )
      .join('');

    const output = await paste(command, mode, text, folder);

    expect(
      readdirSync(folder).filter((name) => !name.startsWith('.')),
      output,
    ).toEqual([]);
    expect(
      target.requests.map(({ method, path, headers, body }) => ({
        method,
        path,
        headers: headers
          .filter(([name]) => !ofConnection.has(name.toLowerCase()))
          .map(([name, value]) => [name, value.trim()]),
        body: body.toString('latin1'),
      })),
      output,
    ).toEqual(
      expected.map(({ url, headers, body }) => ({
        method: 'POST',
        path: requestedUrl(url).target,
        headers: headers.map(([name, value]) => [name, value.trim()]),
        body: Buffer.from(body).toString('latin1'),
      })),
    );
  });
});
