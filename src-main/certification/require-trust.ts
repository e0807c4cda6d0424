/** A certification sends nothing to servers in a workspace that isn't trusted (D60). */
import { AppError } from '#main/kit/app-error.ts';
import { UntrustedWorkspaceError } from '#main/kit/http-client/attempt-result.ts';
import type { SendGate } from '#main/kit/http-client/send-gate.ts';
import { portOf } from '#shared/kit/webhook-url.ts';

/** Throws an AppError: a request that is not sent says nothing about a receiver or a sender. */
export function requireTrust(gate: SendGate, urls: readonly (string | undefined)[]): void {
  for (const text of urls) {
    const url = text === undefined ? null : new URL(text);
    if (
      url === null ||
      !(gate.hostFor(url.hostname, portOf(url)) instanceof UntrustedWorkspaceError)
    )
      continue;
    throw new AppError('conflict', "The workspace isn't trusted, so nothing is sent to servers.", {
      fix: 'Trust it, or use mock endpoints only.',
    });
  }
}
