/** Certifications, followed until their end also when the page is left, and the forms for them. */
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import {
  type CertificationCode,
  CertificationRequest,
  checksOf,
} from '#shared/certification/receiver.ts';
import { SenderCertificationRequest } from '#shared/certification/sender.ts';
import { type SenderCheck, senderChecksOf } from '#shared/certification/sender-checks.ts';
import {
  type Destination,
  type ProfileChoice,
  type StaticHeaders,
  webhooksOf,
} from '#shared/connections/destination.ts';
import { parseDuration } from '#shared/kit/duration.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';

/** A form as a request, or its validation errors. */
export interface CheckedForm<Request> {
  /** Null while a field is invalid. */
  readonly request: Request | null;
  /** By field name; errors of skip reasons by the code of their check. */
  readonly problems: Readonly<Record<string, string>>;
}

interface RunState<Request, Report> {
  readonly status: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  /** Of the current or last run; null before the first one. */
  readonly request: Request | null;
  /** Of what was seen so far. */
  readonly report: Report | null;
  readonly problem: string | null;
  /** On the clock of this window. */
  readonly startedAt: number;
}

export interface FollowedRun<Request, Report> {
  readonly useRun: UseBoundStore<StoreApi<RunState<Request, Report>>>;
  start(request: Request): Promise<void>;
  cancel(): void;
  /** Clears the last results; does nothing during a run. */
  reset(): void;
}

function createFollowedRun<Request, Report extends { readonly complete: boolean }>(
  follow: (request: Request, signal: AbortSignal) => Promise<AsyncIterable<Report>>,
): FollowedRun<Request, Report> {
  const idle: RunState<Request, Report> = {
    status: 'idle',
    request: null,
    report: null,
    problem: null,
    startedAt: 0,
  };
  const useRun = create<RunState<Request, Report>>()(() => idle);
  let running: AbortController | null = null;

  async function start(request: Request): Promise<void> {
    if (running !== null) return;
    const controller = new AbortController();
    running = controller;
    useRun.setState({
      ...idle,
      status: 'running',
      request,
      startedAt: performance.now(),
    });
    try {
      for await (const report of await follow(request, controller.signal))
        useRun.setState({ report });
      const isComplete = useRun.getState().report?.complete === true;
      useRun.setState({ status: isComplete ? 'done' : 'cancelled' });
    } catch (error) {
      useRun.setState(
        controller.signal.aborted
          ? { status: 'cancelled' }
          : { status: 'failed', problem: errorSentence(error) },
      );
    }
    running = null;
  }

  return {
    useRun,
    start,
    cancel: () => running?.abort(),
    reset() {
      if (running === null) useRun.setState(idle);
    },
  };
}

/** The outcomes of a run that is over, by code. */
export const outcomesOf = <Outcome>(
  status: RunState<unknown, unknown>['status'],
  report: { readonly results: readonly { code: string; outcome: Outcome }[] } | null,
): ReadonlyMap<string, Outcome> | null =>
  status === 'running' || report === null
    ? null
    : new Map(report.results.map(({ code, outcome }) => [code, outcome]));

// The current or last certification of a receiver, and the form for it.

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

// The current or last certification of a sender, and the form for it.

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
  /** Disabled checks with the reason. */
  readonly off: Readonly<Partial<Record<SenderCheck, string>>>;
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
  const applicable = new Set<string>(senderChecksOf(profileOf(form)).map(({ code }) => code));
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

export function enableSenderCheck(code: SenderCheck): void {
  useSenderForm.setState(({ off: { [code]: _reason, ...off } }) => ({ off }));
}

export function disableSenderCheck(code: SenderCheck, reason: string): void {
  useSenderForm.setState(({ off }) => ({ off: { ...off, [code]: reason } }));
}
