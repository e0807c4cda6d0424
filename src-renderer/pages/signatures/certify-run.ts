/** The current or last certification; continues when the page is left. */

import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { core } from '#renderer/data/core.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import {
  type CertificationCode,
  CertificationRequest,
  checksOf,
} from '#shared/schemas/certification.ts';
import {
  type Destination,
  type ProfileChoice,
  type StaticHeaders,
  webhooksOf,
} from '#shared/schemas/destination.ts';
import { type CheckedForm, createFollowedRun } from './followed-run.ts';

export const certifyRun = createFollowedRun((request: CertificationRequest, signal) =>
  core.certification.follow(request, { signal }),
);

// From the form to the request, or its validation errors.

const statuses = (text: string): readonly number[] | undefined =>
  text.trim() === ''
    ? undefined
    : text
        .split(/[\s,]+/)
        .filter(Boolean)
        .map(Number);

export function checkForm({
  off,
  expectReject,
  lookupUrl,
  ...form
}: CertifyForm): CheckedForm<CertificationRequest> {
  const applicable = new Set<string>(checksOf(profileOf(form)).map(({ code }) => code));
  const skip = Object.entries(off)
    .filter(([code]) => applicable.has(code))
    .map(([code, reason]) => ({ code, reason }));
  const checked = CertificationRequest.safeParse({
    ...form,
    skip,
    expectReject: statuses(expectReject),
    ...(lookupUrl.trim() !== '' && { lookupUrl: lookupUrl.trim() }),
  });
  if (checked.success) return { request: checked.data, problems: {} };
  const problems = checked.error.issues.map(({ path: [field, index], message }) => [
    field === 'skip' ? skip[Number(index)]?.code : String(field),
    message,
  ]);
  return { request: null, problems: Object.fromEntries(problems) };
}

// The form input; kept across pages and, except for secrets, across windows.

interface CertifyForm {
  readonly url: string;
  readonly secret: string;
  /** Of the selected webhook. */
  readonly headers: StaticHeaders;
  readonly profile: ProfileChoice;
  /** Comma-separated statuses; empty for any 4xx. */
  readonly expectReject: string;
  readonly lookupUrl: string;
  /** Disabled checks with the reason. */
  readonly off: Readonly<Partial<Record<CertificationCode, string>>>;
}

export const useCertifyForm = create<CertifyForm>()(
  persist(
    (): CertifyForm => ({
      url: '',
      secret: '',
      headers: {},
      profile: defaultProfileId,
      expectReject: '',
      lookupUrl: '',
      off: {},
    }),
    {
      name: 'hookwright.certify',
      storage: createJSONStorage(() => sessionStorage),
      // Headers may hold secrets too.
      partialize: (state) => ({ ...state, secret: '', headers: {} }),
    },
  ),
);

/** Also clears the results, which belong to the checks of another profile. */
export function setProfile(profile: ProfileChoice): void {
  useCertifyForm.setState({ profile });
  certifyRun.reset();
}

/** Fills in the first webhook of a destination. */
export function copyToCertify(destination: Destination | undefined): void {
  const [webhook] = destination === undefined ? [] : webhooksOf(destination);
  if (destination === undefined || webhook === undefined) return;
  const { url, headers } = webhook;
  const { sharedSecret: secret, profile } = destination;
  useCertifyForm.setState({ url, headers, secret });
  setProfile(profile);
}

export function enableCheck(code: CertificationCode): void {
  useCertifyForm.setState(({ off: { [code]: _reason, ...off } }) => ({ off }));
}

export function disableCheck(code: CertificationCode, reason: string): void {
  useCertifyForm.setState(({ off }) => ({ off: { ...off, [code]: reason } }));
}
