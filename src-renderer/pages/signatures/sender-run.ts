/** The current or last certification of a sender, and the form for it. */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { core } from '#renderer/data/core.ts';
import { parseDuration } from '#shared/lib/duration.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import type { ProfileChoice } from '#shared/schemas/destination.ts';
import {
  clausesOf,
  SenderCertificationRequest,
  type SenderClause,
} from '#shared/schemas/sender-certification.ts';
import { type CheckedForm, createFollowedRun } from './followed-run.ts';

export const senderRun = createFollowedRun((request: SenderCertificationRequest, signal) =>
  core.certification.followSender(request, { signal }),
);

/** The form input; kept across pages and, except for secrets, across windows. */
interface SenderForm {
  readonly profile: ProfileChoice;
  readonly secret: string;
  readonly previousSecret: string;
  readonly triggerUrl: string;
  readonly clockUrl: string;
  readonly port: string;
  readonly tlsPort: string;
  readonly maxTime: string;
  /** Disabled clauses with the reason. */
  readonly off: Readonly<Partial<Record<SenderClause, string>>>;
}

export const useSenderForm = create<SenderForm>()(
  persist(
    (): SenderForm => ({
      profile: defaultProfileId,
      secret: '',
      previousSecret: '',
      triggerUrl: '',
      clockUrl: '',
      port: '',
      tlsPort: '',
      maxTime: '',
      off: {},
    }),
    {
      name: 'hookwright.certify-sender',
      storage: createJSONStorage(() => sessionStorage),
      partialize: (state) => ({ ...state, secret: '', previousSecret: '' }),
    },
  ),
);

export function checkSenderForm(form: SenderForm): CheckedForm<SenderCertificationRequest> {
  const applicable = new Set<string>(clausesOf(profileOf(form)).map(({ code }) => code));
  const skip = Object.entries(form.off)
    .filter(([code]) => applicable.has(code))
    .map(([code, reason]) => ({ code, reason }));
  const maxTimeMs = form.maxTime.trim() === '' ? undefined : parseDuration(form.maxTime);
  const checked = SenderCertificationRequest.safeParse({
    profile: form.profile,
    secret: form.secret,
    skip,
    ...(form.previousSecret !== '' && { previousSecret: form.previousSecret }),
    ...(form.triggerUrl.trim() !== '' && { triggerUrl: form.triggerUrl.trim() }),
    ...(form.clockUrl.trim() !== '' && { clockUrl: form.clockUrl.trim() }),
    ...(form.port.trim() !== '' && { port: Number(form.port) }),
    ...(form.tlsPort.trim() !== '' && { tlsPort: Number(form.tlsPort) }),
    ...(typeof maxTimeMs === 'number' && { maxTimeMs }),
  });
  const problems = Object.fromEntries(
    (checked.error?.issues ?? []).map(({ path: [field, index], message }) => [
      field === 'skip' ? skip[Number(index)]?.code : String(field),
      message,
    ]),
  );
  const durationProblem =
    maxTimeMs === null ? { maxTimeMs: 'Use a duration such as 30s or 5m.' } : {};
  return {
    request: maxTimeMs === null ? null : (checked.data ?? null),
    problems: { ...problems, ...durationProblem },
  };
}

export function enableClause(code: SenderClause): void {
  useSenderForm.setState(({ off: { [code]: _reason, ...off } }) => ({ off }));
}

export function disableClause(code: SenderClause, reason: string): void {
  useSenderForm.setState(({ off }) => ({ off: { ...off, [code]: reason } }));
}
