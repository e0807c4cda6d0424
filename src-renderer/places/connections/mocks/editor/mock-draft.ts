/** A mock endpoint in form state: lists instead of records, durations as text. */

import { zodResolver } from '@hookform/resolvers/zod';
import type { FieldPath } from 'react-hook-form';
import { z } from 'zod';
import { onePerField, repeatedHeaderIssues, sameData } from '#renderer/kit/forms/draft.ts';
import { formKind } from '#renderer/kit/forms/persistent-form.tsx';
import { formatDuration, parseDuration } from '#shared/kit/duration.ts';
import { parseExact } from '#shared/kit/exact-json.ts';
import type { FieldIssue } from '#shared/kit/operation-errors.ts';
import type { MockTls } from '#shared/mocks/certificates.ts';
import type { MockFault } from '#shared/mocks/faults.ts';
import { type MockSettings, type MockThen, NewMock, type TlsFloor } from '#shared/mocks/mock.ts';
import { canForward, plainForward } from '#shared/mocks/rules.ts';
import {
  DailyOutage,
  isWindow,
  type MockForward,
  MockRule,
  MockStep,
  type Outage,
  OutageWindow,
  type StepForward,
} from '#shared/mocks/step.ts';
import { hasRate } from './behavior-labels.ts';

interface HeaderRow {
  name: string;
  value: string;
}

/** Where the response of a step comes from: your server, or the step, with or without forwarding. */
export type ResponseOrigin = 'server' | 'step' | 'none';

interface StepForwardDraft {
  origin: ResponseOrigin;
  delay: string;
  times: number | null;
  corrupt: StepForward['corrupt'];
  afterNext: boolean;
  concurrent: boolean;
}

interface ForwardDraft {
  on: boolean;
  url: string;
  timeout: string;
  /** Separated by spaces or commas. */
  allowedHosts: string;
}

export interface StepDraft {
  /** Stable when steps are moved or saved, which keeps the focus. */
  key: number;
  status: number | null;
  times: number | null;
  fault: MockFault;
  delay: string;
  /** Empty: the delay is fixed. */
  delayMax: string;
  /** Null: the default pace of the fault. */
  bytesPerSecond: number | null;
  headers: HeaderRow[];
  body: string;
  /** Ignored unless the mock endpoint forwards. */
  forward: StepForwardDraft;
}

interface OutageDraft {
  on: boolean;
  kind: 'window' | 'daily';
  duration: string;
  /** Undefined: starts when saved (D56). */
  startsAt?: number | null | undefined;
  from: string;
  to: string;
  status: number | null;
  fault: MockFault;
}

export interface MockDraft {
  name: string;
  secret: string;
  strict: boolean;
  steps: StepDraft[];
  then: MockThen;
  /** JSON array; empty for no rules. */
  rules: string;
  seed: number | null;
  /** Keeps its values while off. */
  rateLimit: { on: boolean; perSecond: number | null; retryAfterSeconds: number | null };
  outage: OutageDraft;
  forward: ForwardDraft;
  tls: MockTls;
  tlsFloor: TlsFloor;
}

function stepForwardDraftOf(forward: MockStep['forward']): StepForwardDraft {
  const { response, delayMs, ...rest } = forward ?? plainForward;
  return { ...rest, origin: forward === null ? 'none' : response, delay: formatDuration(delayMs) };
}

/** A step that defines a response keeps it when forwarding is turned on. */
export function withForwarding(step: StepDraft, isForwarding: boolean): StepDraft {
  const hasOwnResponse =
    step.status !== 200 || step.body !== '' || filledHeaders(step.headers).length > 0;
  const forward = isForwarding && hasOwnResponse ? null : undefined;
  return { ...step, forward: stepForwardDraftOf(forward) };
}

function stepDraftOf(step: MockStep, key: number): StepDraft {
  return {
    key,
    status: step.status,
    times: step.times,
    fault: step.fault,
    delay: formatDuration(step.delayMs),
    delayMax: step.delayMaxMs === undefined ? '' : formatDuration(step.delayMaxMs),
    bytesPerSecond: step.bytesPerSecond ?? null,
    headers: Object.entries(step.headers).map(([name, value]) => ({ name, value })),
    body: step.body,
    forward: stepForwardDraftOf(step.forward),
  };
}

export function unusedKey(steps: readonly Pick<StepDraft, 'key'>[]): number {
  return Math.max(-1, ...steps.map(({ key }) => key)) + 1;
}

export function newStep(key: number): StepDraft {
  return stepDraftOf(MockStep.parse({}), key);
}

export function draftOf(mock: MockSettings): MockDraft {
  const { name, secret, strict, steps, seed, rateLimit, outage, forward, tls, tlsFloor } = mock;
  return {
    name,
    secret,
    strict,
    steps: steps.map(stepDraftOf),
    then: mock.then,
    rules: rulesText(mock.rules),
    seed,
    rateLimit:
      rateLimit === null
        ? { on: false, perSecond: 10, retryAfterSeconds: 1 }
        : { on: true, ...rateLimit },
    outage: outageDraftOf(outage),
    forward: forwardDraftOf(forward),
    tls,
    tlsFloor,
  };
}

function forwardDraftOf(forward: MockForward | null): ForwardDraft {
  const { url, timeoutMs, allowedHosts } = forward ?? {
    url: '',
    timeoutMs: 30_000,
    allowedHosts: [],
  };
  return {
    on: forward !== null,
    url,
    timeout: formatDuration(timeoutMs),
    allowedHosts: allowedHosts.join(', '),
  };
}

function outageDraftOf(outage: Outage | null): OutageDraft {
  const base: OutageDraft = {
    on: outage !== null,
    kind: 'window',
    duration: '2 h',
    from: '00:10',
    to: '02:30',
    status: 503,
    fault: 'none',
  };
  if (outage === null) return base;
  if (!isWindow(outage)) return { ...base, ...outage, kind: 'daily' };
  const { durationMs, ...rest } = outage;
  return { ...base, ...rest, duration: formatDuration(durationMs) };
}

function outageOf(draft: OutageDraft): Outage {
  const response = { status: draft.status ?? invalidNumber, fault: draft.fault };
  if (draft.kind === 'daily') return { from: draft.from.trim(), to: draft.to.trim(), ...response };
  return {
    durationMs: parseDuration(draft.duration) ?? invalidNumber,
    ...(draft.startsAt === undefined ? {} : { startsAt: draft.startsAt }),
    ...response,
  };
}

export function emptyDraft(): MockDraft {
  return { ...draftOf(NewMock.parse({ name: 'new' })), name: '' };
}

function filledHeaders(headers: readonly HeaderRow[]): readonly HeaderRow[] {
  return headers.filter(({ name, value }) => name.trim() !== '' || value !== '');
}

/** Rejected at the field before saving. */
const invalidNumber = Number.NaN;

/** Undefined if a step without settings forwards in the same way. */
function stepForwardOf({ forward, fault }: StepDraft): StepForward | null | undefined {
  if (!canForward({ fault })) return undefined;
  const { origin, delay, times, corrupt, afterNext, concurrent } = forward;
  if (origin === 'none') return null;
  const settings = {
    response: origin,
    delayMs: parseDuration(delay) ?? invalidNumber,
    times: times ?? invalidNumber,
    corrupt,
    afterNext,
    concurrent,
  };
  const isPlain = Object.entries(plainForward).every(
    ([name, value]) => settings[name as keyof StepForward] === value,
  );
  return isPlain ? undefined : settings;
}

/** Whether the response comes from your server. */
export const returnsServerResponse = (step: StepDraft, isForwarding: boolean): boolean =>
  isForwarding && (step.forward.origin === 'server' || !canForward(step));

export function stepOf(step: StepDraft, isForwarding: boolean): MockStep {
  const headers = filledHeaders(step.headers).map(({ name, value }) => [name.trim(), value]);
  const forward = isForwarding ? stepForwardOf(step) : undefined;
  const response = returnsServerResponse(step, isForwarding)
    ? { status: 200, headers: {}, body: '' }
    : {
        status: step.status ?? invalidNumber,
        headers: Object.fromEntries(headers) as Record<string, string>,
        body: step.body,
      };
  return {
    ...response,
    times: step.times ?? invalidNumber,
    delayMs: parseDuration(step.delay) ?? invalidNumber,
    ...(step.delayMax.trim() === ''
      ? {}
      : { delayMaxMs: parseDuration(step.delayMax) ?? invalidNumber }),
    fault: step.fault,
    ...(step.bytesPerSecond === null || !hasRate(step.fault)
      ? {}
      : { bytesPerSecond: step.bytesPerSecond }),
    ...(forward === undefined ? {} : { forward }),
  };
}

const toForward = ({ url, timeout, allowedHosts }: ForwardDraft): MockForward => ({
  url: url.trim(),
  timeoutMs: parseDuration(timeout) ?? invalidNumber,
  allowedHosts: allowedHosts
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean),
});

export function settingsOf(draft: MockDraft): MockSettings {
  const { rateLimit, outage, forward } = draft;
  return {
    name: draft.name.trim(),
    secret: draft.secret,
    strict: draft.strict,
    steps: draft.steps.map((step) => stepOf(step, forward.on)),
    then: draft.then,
    rules: [...(rulesIn(draft.rules) ?? [])],
    seed: draft.seed ?? invalidNumber,
    rateLimit: rateLimit.on
      ? {
          perSecond: rateLimit.perSecond ?? invalidNumber,
          retryAfterSeconds: rateLimit.retryAfterSeconds ?? invalidNumber,
        }
      : null,
    outage: outage.on ? outageOf(outage) : null,
    forward: forward.on ? toForward(forward) : null,
    tls: draft.tls,
    tlsFloor: draft.tlsFloor,
  };
}

/** Rules as JSON, without default values. */
function rulesText(rules: readonly MockRule[]): string {
  const defaults: Readonly<Record<string, unknown>> = MockStep.parse({});
  const shown = rules.map((rule) =>
    Object.fromEntries(
      Object.entries(rule).filter(([key, value]) => !sameData(value, defaults[key])),
    ),
  );
  return shown.length === 0 ? '' : JSON.stringify(shown, null, 2);
}

/** Invalid rules are returned as typed; null if the text isn't a JSON array. */
export function rulesIn(text: string): readonly MockRule[] | null {
  if (text.trim() === '') return [];
  try {
    const value = parseExact(text);
    if (!Array.isArray(value)) return null;
    return value.map((rule: MockRule) => MockRule.safeParse(rule).data ?? rule);
  } catch {
    return null;
  }
}

/** The schema's limit. */
const maxNameLength = 64;

/** A copy with an available name. Its outage restarts (D56). */
export function duplicateOf(mock: MockSettings, takenNames: readonly string[]): MockDraft {
  for (let copy = 1; ; copy += 1) {
    const ending = copy === 1 ? '-copy' : `-copy-${copy}`;
    const name = `${mock.name.slice(0, maxNameLength - ending.length)}${ending}`;
    if (takenNames.includes(name)) continue;
    const draft = draftOf(mock);
    return { ...draft, name, outage: { ...draft.outage, startsAt: undefined } };
  }
}

// Issues of a draft by form field.

type Path = FieldIssue['path'];

const stepFields: Readonly<Record<string, string>> = { delayMs: 'delay', delayMaxMs: 'delayMax' };
const durationHint = 'Enter a duration, such as 250 ms or 5 s.';

/** From a path in the settings to the form field. */
export function formPath(path: Path, { steps }: MockDraft): Path {
  const [first, index, field, name] = path;
  if (first === 'rules') return ['rules'];
  if (first === 'outage' && index === 'durationMs') return ['outage', 'duration'];
  if (first === 'forward') return ['forward', index === 'timeoutMs' ? 'timeout' : (index ?? 'url')];
  if (first !== 'steps' || typeof index !== 'number') return path;
  if (field === 'forward')
    return ['steps', index, 'forward', stepFields[String(name)] ?? name ?? 'origin'];
  if (field !== 'headers') return ['steps', index, stepFields[String(field)] ?? field ?? 'status'];
  const row = steps[index]?.headers.findIndex((header) => header.name.trim() === name) ?? -1;
  return row < 0 ? ['steps', index, 'headers'] : ['steps', index, 'headers', row, 'name'];
}

function invalidDurations({ steps, outage, forward }: MockDraft): readonly FieldIssue[] {
  const inOutage =
    outage.on && outage.kind === 'window' && parseDuration(outage.duration) === null
      ? [{ path: ['outage', 'duration'], message: durationHint }]
      : [];
  const inForward =
    forward.on && parseDuration(forward.timeout) === null
      ? [{ path: ['forward', 'timeout'], message: durationHint }]
      : [];
  const inSteps = steps.flatMap(({ delay, delayMax, forward: { delay: before } }, step) => [
    ...(forward.on && parseDuration(before) === null
      ? [{ path: ['steps', step, 'forward', 'delay'], message: durationHint }]
      : []),
    ...(parseDuration(delay) === null
      ? [{ path: ['steps', step, 'delay'], message: durationHint }]
      : []),
    ...(delayMax.trim() !== '' && parseDuration(delayMax) === null
      ? [{ path: ['steps', step, 'delayMax'], message: durationHint }]
      : []),
  ]);
  return [...inForward, ...inSteps, ...inOutage];
}

/** Checked by kind, because issues of a union have no field. */
function outageIssues(draft: MockDraft): readonly FieldIssue[] {
  if (!draft.outage.on) return [];
  const { outage } = settingsOf(draft);
  const kind = draft.outage.kind === 'daily' ? DailyOutage : OutageWindow;
  return (kind.safeParse(outage).error?.issues ?? []).map(({ path, message }) => ({
    path: formPath(['outage', ...path.filter((part) => typeof part !== 'symbol')], draft),
    message,
  }));
}

/** All rules share one field, so the message names the rule. */
const inRule = ([first, index]: Path, message: string): string =>
  first === 'rules' && typeof index === 'number' ? `Rule ${index + 1}: ${message}` : message;

export function draftIssues(draft: MockDraft): readonly FieldIssue[] {
  const inOutage = outageIssues(draft);
  const repeated = draft.steps.flatMap(({ headers }, step) =>
    repeatedHeaderIssues(headers, ['steps', step, 'headers']),
  );
  const settings = settingsOf(draft);
  const result = NewMock.safeParse({
    ...settings,
    ...(inOutage.length > 0 ? { outage: null } : {}),
  });
  const schemaIssues = (result.error?.issues ?? []).map(({ path: found, message }) => {
    const path = found.filter((part) => typeof part !== 'symbol');
    return { path: formPath(path, draft), message: inRule(path, message) };
  });
  const inRules =
    rulesIn(draft.rules) === null
      ? [{ path: ['rules'], message: 'Enter a JSON array, such as [{ "match": { … } }].' }]
      : [];
  return onePerField([
    ...repeated,
    ...invalidDurations(draft),
    ...inOutage,
    ...inRules,
    ...schemaIssues,
  ]);
}

/** Validates the draft and turns it into settings. */
export const MockForm: z.ZodType<MockSettings, MockDraft> = z
  .custom<MockDraft>()
  .superRefine((draft, ctx) => {
    for (const { path, message } of draftIssues(draft))
      ctx.addIssue({ code: 'custom', path, message });
  })
  .transform(settingsOf);

export const mockForms = formKind<MockDraft, MockSettings>({
  name: 'mocks',
  resolver: zodResolver(MockForm),
  fieldOf: (path, draft) => formPath(path, draft).join('.') as FieldPath<MockDraft>,
  secret: 'secret',
});
