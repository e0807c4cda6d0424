/** What is verified: kept while the drawer is closed and, except for secrets, over a reload. */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import { useOwnProfiles } from '#renderer/connections/profile-select.tsx';
import { showDone } from '#renderer/kit/actions/perform.ts';
import { collections, itemsOf } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import type { VerifyFrom } from '#renderer/kit/overlay.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import { type ProfileChoice, webhooksOf } from '#shared/connections/destination.ts';
import type { DeliveryDetail } from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import {
  builtInProfile,
  defaultProfileId,
  profileOf,
  signsAsSpecified,
} from '#shared/profiles/profiles.ts';
import { printedDigest } from '#shared/signatures/receiver-response.ts';

export interface VerifyState {
  readonly body: string;
  readonly secret: string;
  readonly observed: string;
  readonly previousSecret: string;
  /** How the sender signs; the fields below are those of other profiles than the specification's. */
  readonly profile: ProfileChoice;
  /** One `Name: value` per line. */
  readonly headers: string;
  readonly url: string;
  readonly method: string;
  /** When the copied request was received; null for now. */
  readonly receivedAt: number | null;
  /** The source of body and secret; null once either is edited. */
  readonly delivery: { readonly id: number; readonly label: string } | null;
  /** The field a diagnosis still needs; it gets the focus. */
  readonly missing: 'secret' | 'observed' | null;
}

const noRequest = { headers: '', url: '', method: 'POST', receivedAt: null };

export const useVerify = create<VerifyState>()(
  persist(
    (): VerifyState => ({
      body: '',
      secret: '',
      observed: '',
      previousSecret: '',
      profile: defaultProfileId,
      ...noRequest,
      delivery: null,
      missing: null,
    }),
    {
      name: 'hookwright.verify',
      storage: createJSONStorage(() => sessionStorage),
      // Secrets are never written to browser storage.
      partialize: (state) => ({
        ...state,
        secret: '',
        previousSecret: '',
        // A header may hold the secret itself.
        headers: '',
        delivery: null,
        missing: null,
      }),
    },
  ),
);

type EditedInput = Partial<
  Pick<VerifyState, 'body' | 'secret' | 'profile' | 'headers' | 'url' | 'method'>
>;

/** A request that was edited is received now. */
export function editInput(input: EditedInput): void {
  useVerify.setState({ ...input, delivery: null, receivedAt: null });
}

/** The lines that are headers; incomplete ones are left out while they are typed. */
export const headerLinesOf = (text: string): HeaderLines =>
  text.split('\n').flatMap((line): [string, string][] => {
    const [, name, value] = /^\s*([\w!#$%&'*+.^`|~-]+)\s*:\s*(.*?)\s*$/.exec(line) ?? [];
    return name === undefined ? [] : [[name, value ?? '']];
  });

const headerText = (lines: HeaderLines): string =>
  lines.map(([name, value]) => `${name}: ${value}`).join('\n');

/** Returns a function that restores the input. */
function resetInput(): () => void {
  const before = useVerify.getState();
  useVerify.setState({
    body: '',
    secret: '',
    observed: '',
    previousSecret: '',
    ...noRequest,
    delivery: null,
  });
  return () => useVerify.setState(before);
}

// Input copied from a delivery or a mock endpoint's log.

/** Of the last attempt; the expected one before the first. */
function signatureOf({ attemptList, expectedSignature }: DeliveryDetail): string {
  const headers = attemptList.at(-1)?.request.headers ?? [];
  const signatureLine = headers.find(([name]) => name.toLowerCase() === 'x-signature');
  return signatureLine?.[1] ?? expectedSignature ?? '';
}

/** The digest in the receiver's latest 4xx response that has one. */
function computedOf(delivery: DeliveryDetail): string {
  for (const attempt of delivery.attemptList.toReversed()) {
    const digest = printedDigest(delivery, attempt);
    if (digest !== null) return digest;
  }
  return '';
}

function showCopyFailure(description: string): void {
  showToast({ title: "Can't copy", description, tone: 'bad' });
}

/** A diagnosis needs the digest that the receiver computed, not the one sent. */
export async function copyDelivery(id: number, { isDiagnosed = false } = {}): Promise<void> {
  try {
    const delivery = await core.deliveries.get({ id });
    if (delivery.bodyText === null) return showCopyFailure('Its message is not sent: no body.');
    const destinations = itemsOf(collections.destinations);
    const destination = destinations.find(({ id }) => id === delivery.destinationId);
    const secret = destination?.sharedSecret ?? '';
    const profile = destination?.profile ?? defaultProfileId;
    const isSpecified = signsAsSpecified({ profile });
    const attempt = delivery.attemptList.at(-1);
    const observed = isDiagnosed ? computedOf(delivery) : isSpecified ? signatureOf(delivery) : '';
    useVerify.setState({
      body: delivery.bodyText,
      secret,
      profile,
      ...noRequest,
      ...(attempt !== undefined &&
        !isSpecified && {
          headers: headerText(attempt.request.headers),
          url: attempt.request.url,
          method: attempt.request.method,
          receivedAt: attempt.startedAt,
        }),
      observed,
      missing: !isDiagnosed ? null : secret === '' ? 'secret' : observed === '' ? 'observed' : null,
      delivery: { id, label: delivery.label },
    });
  } catch (error) {
    showCopyFailure(errorSentence(error));
  }
}

/** The newest signed delivery, else the newest one. */
export async function copyNewestDelivery(): Promise<void> {
  try {
    const { items } = await core.deliveries.list({ limit: 50 });
    const signing = new Set(
      itemsOf(collections.destinations).flatMap((item) =>
        item.sharedSecret === '' || profileOf(item).signature.kind === 'none' ? [] : [item.id],
      ),
    );
    const withBody = items.filter(({ state }) => state !== 'not_sent');
    const newest = withBody.find(({ destinationId }) => signing.has(destinationId)) ?? withBody[0];
    if (newest === undefined) return showCopyFailure('No deliveries yet.');
    await copyDelivery(newest.id);
  } catch (error) {
    showCopyFailure(errorSentence(error));
  }
}

/** Searches destinations that send to the mock endpoint, then other destinations, files and built-in profiles. */
function senderProfile(mock: string, id: string): ProfileChoice | undefined {
  const destinations = itemsOf(collections.destinations);
  const senders = destinations.filter((destination) =>
    webhooksOf(destination).some(({ url }) => url.includes(`/mock/${mock}`)),
  );
  const choices = [...senders, ...destinations].map(({ profile }) => profile);
  const own = [...choices, ...useOwnProfiles.getState().profiles].find(
    (profile) => typeof profile !== 'string' && profile.id === id,
  );
  return own ?? builtInProfile(id)?.id;
}

async function copyReceived(mockId: string, requestId: number): Promise<void> {
  try {
    const [{ secret, tls, name }, entry] = await Promise.all([
      core.mocks.get({ id: mockId }),
      core.mockRequests.get({ id: mockId, requestId }),
    ]);
    const { body, signature, headers, method, path, receivedAt } = entry;
    if (body.text === null || body.truncated)
      return showCopyFailure(
        body.truncated ? 'The body is truncated.' : 'The body is not UTF-8. Use the REST API.',
      );
    const profileId = signature?.profile ?? defaultProfileId;
    const profile = senderProfile(name, profileId);
    if (profile === undefined)
      return showCopyFailure(
        `No destination uses the profile "${profileId}" anymore. Choose its file under Provider profile, then try again.`,
      );
    const isSpecified = signsAsSpecified({ profile });
    const signatureLine = headers.find(([name]) => name.toLowerCase() === 'x-signature');
    const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? '';
    useVerify.setState({
      body: body.text,
      secret,
      profile,
      ...noRequest,
      ...(isSpecified
        ? { observed: signature?.received ?? signatureLine?.[1] ?? '' }
        : {
            observed: '',
            headers: headerText(headers),
            url: `${tls === 'none' ? 'http' : 'https'}://${host}${path ?? ''}`,
            method: method ?? 'POST',
            receivedAt,
          }),
      delivery: null,
    });
  } catch (error) {
    showCopyFailure(errorSentence(error));
  }
}

export const copyFrom = (from: VerifyFrom): Promise<void> =>
  'deliveryId' in from
    ? copyDelivery(from.deliveryId, { isDiagnosed: true })
    : copyReceived(from.mockId, from.requestId);

export function clearInput(): void {
  const restore = resetInput();
  showDone({ title: 'Cleared', undo: { run: restore } });
}
