/** Independent clients for mock endpoints: raw sockets, and the system's curl. */
import { execFile } from 'node:child_process';
import net from 'node:net';
import tls from 'node:tls';
import { onTestFinished } from 'vitest';
import type { z } from 'zod';
import type { Core } from '#main/app.ts';
import { type Mock, NewMock, type NewMock as NewMockSettings } from '#shared/mocks/mock.ts';
import { patienceMs } from '../../scripts/test-patience.mjs';

/** A mock endpoint with only the settings that a test needs. */
export function makeMock(
  core: Core,
  settings: Partial<z.input<typeof NewMock>> = {},
): Promise<Mock> {
  const name = `r${core.mocks.list().length + 1}`;
  return core.mocks.create(NewMock.parse({ name, ...settings }) as NewMockSettings);
}

export const urlOf = ({ url, name }: Mock): string => {
  if (url === null) throw new Error(`The mock endpoint ${name} does not listen.`);
  return url;
};

/** How a connection ended; `open` if the test stopped waiting. */
export interface Spoken {
  readonly text: string;
  readonly ended: 'end' | 'refused' | 'reset' | 'other' | 'enough';
  /** The error code; null after a clean close. */
  readonly code: string | null;
}

export interface SpeakOptions {
  /** Bytes to send; a small POST by default. */
  readonly bytes?: (host: string, path: string) => string;
  /** Closes the connection as soon as the received bytes match. */
  readonly enough?: RegExp;
  readonly tls?: tls.ConnectionOptions;
}

const smallPost = (host: string, path: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 2\r\n\r\nhi`;

const endings: Readonly<Record<string, Spoken['ended']>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'reset',
};

/** Sends bytes over a new socket and returns everything received until the end. */
export function speak(url: string, options: SpeakOptions = {}): Promise<Spoken> {
  const { hostname, host, port, pathname, protocol } = new URL(url);
  const { bytes = smallPost, enough } = options;
  return new Promise((resolve) => {
    const address = { host: hostname, port: Number(port) };
    const socket =
      protocol === 'https:'
        ? tls.connect({ ...address, rejectUnauthorized: false, ...options.tls })
        : net.connect(address);
    onTestFinished(() => void socket.destroy());
    let text = '';
    const finish = (ended: Spoken['ended'], code: string | null = null) => {
      resolve({ text, ended, code });
      socket.destroy();
    };
    socket.on('error', (error: NodeJS.ErrnoException) =>
      finish(endings[error.code ?? ''] ?? 'other', error.code ?? error.message),
    );
    socket.on('end', () => finish('end'));
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      if (enough?.test(text)) finish('enough');
    });
    socket.on(protocol === 'https:' ? 'secureConnect' : 'connect', () =>
      socket.write(bytes(host, pathname), 'latin1'),
    );
  });
}

export interface CurlRun {
  /** 0, or the exit code in curl's manual. */
  readonly exitCode: number;
  readonly stdout: string;
}

/** Posts a small body with the system's curl. */
export const curl = (url: string, ...args: readonly string[]): Promise<CurlRun> =>
  new Promise((resolve) => {
    const maxSeconds = String(patienceMs.expect / 1_000);
    const all = ['--silent', '--max-time', maxSeconds, '--noproxy', '*', '-d', 'hi', ...args, url];
    execFile('curl', all, (error, stdout) => {
      resolve({ exitCode: error === null ? 0 : Number(error.code), stdout });
    });
  });
