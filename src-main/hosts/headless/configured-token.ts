/** The access token from an option, a file or the environment (D48). */

import { readFile } from 'node:fs/promises';
import { StartupProblem } from '#main/kit/ports.ts';
import { isLoopback } from '#shared/kit/loopback.ts';
import { urlHost } from './origin-check.ts';

interface TokenOptions {
  readonly token?: string;
  readonly tokenFile?: string;
}

/** Minimum length if other machines can guess tokens. */
const minSharedTokenLength = 16;

function requireTokenText(token: string, origin: string): string {
  if (isTokenText(token)) return token;
  throw new StartupProblem(
    'token_unusable',
    `The access token in ${origin} has spaces or characters other than visible ASCII. Use letters and digits.`,
  );
}

async function tokenInFile(file: string): Promise<string> {
  try {
    return requireTokenText((await readFile(file, 'utf8')).trim(), file);
  } catch (error) {
    if (error instanceof StartupProblem) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupProblem(
      'token_unusable',
      `Can't read the token file: ${reason}. Check its path and permissions.`,
    );
  }
}

/** Undefined if no token is set. Options take precedence over the environment. */
export async function readConfiguredToken(
  { token, tokenFile }: TokenOptions,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  if (token !== undefined) return token;
  if (tokenFile !== undefined) return tokenInFile(tokenFile);
  const inEnvironment = env.HOOKWRIGHT_TOKEN;
  return inEnvironment === undefined || inEnvironment === ''
    ? undefined
    : requireTokenText(inEnvironment, 'HOOKWRIGHT_TOKEN');
}

export const isReachableByOthers = (host: string): boolean => !isLoopback(urlHost(host));

export function checkTokenLength(token: string, host: string): void {
  if (isReachableByOthers(host) && token.length < minSharedTokenLength)
    throw new StartupProblem(
      'token_too_short',
      `Other machines can reach ${host}. Use an access token of at least ${minSharedTokenLength} characters.`,
    );
}

/** Whether the token is valid in a header without encoding. */
export const isTokenText = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);
