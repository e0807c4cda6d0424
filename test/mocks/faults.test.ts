/** Every fault as seen by other clients: a raw socket, and curl if the system has it. */
import { describe, expect, it } from 'vitest';
import { type MockFault, mockFaultNames } from '#shared/mocks/faults.ts';
import {
  curl,
  makeMock,
  type SpeakOptions,
  type Spoken,
  speak,
  urlOf,
} from '#test/support/mock-client.ts';
import { skipWithout } from '#test/support/skipped.ts';
import { sharedCore } from '#test/support/start-core.ts';
import { findLanguage } from '../../scripts/languages.mjs';

const starting = sharedCore();

interface Seen {
  /** How a raw socket ends; null if never, see below. */
  readonly socket: {
    readonly options?: SpeakOptions;
    readonly ended: Spoken['ended'];
    readonly text: RegExp;
  } | null;
  /** curl's exit code: https://curl.se/docs/manpage.html#EXIT */
  readonly curl: { readonly args?: readonly string[]; readonly exitCodes: readonly number[] };
}

const body = 'x'.repeat(40);
const close = (host: string, path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: 2\r\n\r\nhi`;
const headOnly = (host: string, path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2000\r\n\r\nhi`;

const seen: Readonly<Record<MockFault, Seen>> = {
  none: {
    socket: {
      options: { bytes: close },
      ended: 'end',
      text: /^HTTP\/1\.1 503 .*\r\n\r\nx{40}$/s,
    },
    curl: { exitCodes: [0] },
  },
  hang: { socket: null, curl: { args: ['--max-time', '0.2'], exitCodes: [28] } },
  close: { socket: { ended: 'end', text: /^$/ }, curl: { exitCodes: [52] } },
  refuse_connection: { socket: { ended: 'refused', text: /^$/ }, curl: { exitCodes: [7] } },
  reset_before_request: {
    socket: { ended: 'reset', text: /^$/ },
    // 7 if it arrives before curl has seen the connection.
    curl: { exitCodes: [7, 55, 56] },
  },
  reset_during_request: {
    socket: { options: { bytes: headOnly }, ended: 'reset', text: /^$/ },
    curl: { exitCodes: [55, 56] },
  },
  reset_after_request: { socket: { ended: 'reset', text: /^$/ }, curl: { exitCodes: [56] } },
  malformed_status_line: {
    socket: { ended: 'end', text: /^HTTP\/1\.1 two hundred\r\n/ },
    curl: { exitCodes: [1, 8] },
  },
  malformed_headers: {
    socket: { ended: 'end', text: /^HTTP\/1\.1 503 Odd\r\nthis line is not a header\r\n/ },
    curl: { exitCodes: [8] },
  },
  truncated_body: {
    socket: { ended: 'end', text: /Content-Length: 40\r\n.*\r\n\r\nx{20}$/s },
    curl: { exitCodes: [18] },
  },
  wrong_content_length: {
    socket: {
      options: { bytes: close },
      ended: 'end',
      text: /Content-Length: 20\r\n.*\r\n\r\nx{40}$/s,
    },
    curl: { exitCodes: [0] },
  },
  slow_body: {
    socket: {
      options: { enough: /\r\n\r\nx{2,}/ },
      ended: 'enough',
      text: /Content-Length: 40\r\n.*\r\n\r\nx{2,39}$/s,
    },
    curl: { args: ['--max-time', '0.4'], exitCodes: [28] },
  },
  endless_body: {
    socket: {
      options: { enough: /x{9000}[\s\S]*x{9000}/ },
      ended: 'enough',
      text: /Transfer-Encoding: chunked/,
    },
    curl: { args: ['--max-time', '0.4'], exitCodes: [28] },
  },
  redirect_loop: {
    socket: {
      options: { bytes: close },
      ended: 'end',
      text: /^HTTP\/1\.1 307 .*\r\nLocation: \/mock\//s,
    },
    curl: { args: ['--location', '--max-redirs', '5'], exitCodes: [47] },
  },
};

describe.each(mockFaultNames)('a mock endpoint with the fault %s', (fault) => {
  const make = async () => {
    const { core } = await starting;
    return urlOf(await makeMock(core, { steps: [{ status: 503, body, fault }] }));
  };
  const { socket, curl: byCurl } = seen[fault];

  if (socket !== null)
    it('shows at the socket', async () => {
      const said = await speak(await make(), socket.options);
      expect(said.text).toMatch(socket.text);
      expect(said.ended).toBe(socket.ended);
    });

  if (findLanguage('curl') === null) skipWithout('curl');
  else
    it('shows in curl', async () => {
      const { exitCode } = await curl(await make(), ...(byCurl.args ?? []));
      expect(byCurl.exitCodes).toContain(exitCode);
    });
});

it('a mock endpoint that hangs has read the request, and leaves the connection open without a byte', async () => {
  const { core, followed } = await starting;
  const mock = await makeMock(core, { steps: [{ fault: 'hang' }, { status: 204 }] });
  const hanging = speak(urlOf(mock));
  const [entry] = await followed.until(() => {
    const { items } = core.mockRequests.list({ id: mock.id, limit: 1 });
    return items.length > 0 && items;
  });
  expect(entry).toMatchObject({ kind: 'request', bodyBytes: 2, status: null, fault: 'hang' });
  // Others get responses meanwhile.
  expect((await speak(urlOf(mock), { bytes: close })).text).toMatch(/^HTTP\/1\.1 204 /);
  expect(await Promise.race([hanging, 'nothing yet'])).toBe('nothing yet');
});
