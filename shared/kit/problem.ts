/** Why something doesn't work now, as a code with parameters, and its text: what happened, then how to fix it. */
import { z } from 'zod';

export const coded = <const Code extends string, Params extends z.ZodRawShape>(
  code: Code,
  params: Params,
) => z.object({ code: z.literal(code), params: z.object(params) });

/** Why a source can't send. */
export const SourceProblem = z.discriminatedUnion('code', [
  coded('source_disabled', { source: z.string() }),
  coded('source_deleted', {}),
]);
export type SourceProblem = z.infer<typeof SourceProblem>;

/** Why a sync can't send now. */
export const SendProblem = z.discriminatedUnion('code', [
  ...SourceProblem.options,
  /** No enabled destination of the source takes its messages (D67). */
  coded('no_destination', {}),
]);
export type SendProblem = z.infer<typeof SendProblem>;

/** Why a sync can't be started. */
export const SyncProblem = z.discriminatedUnion('code', [
  coded('sync_running', {}),
  ...SendProblem.options,
]);
export type SyncProblem = z.infer<typeof SyncProblem>;

/** Why progress isn't stored: the error code of the system or SQLite, empty if there is none. */
export const StorageProblem = coded('storage_failed', { code: z.string() });
export type StorageProblem = z.infer<typeof StorageProblem>;

/** Why an enabled destination sends nothing. */
export const DestinationProblem = z.discriminatedUnion('code', [
  coded('no_webhook', {}),
  /** The secret or headers. */
  coded('secret_unreadable', {}),
]);
export type DestinationProblem = z.infer<typeof DestinationProblem>;

/** Why an endpoint uses another port, or doesn't listen. */
export const ListenProblem = z.discriminatedUnion('code', [
  /** `port` is in use by another program, `currentPort` is used instead. */
  coded('port_changed', { port: z.number().int(), currentPort: z.number().int() }),
  coded('port_in_use', { port: z.number().int() }),
  /** `detail`: message of the system. */
  coded('listen_failed', { port: z.number().int(), detail: z.string() }),
  /** The development CA issues certificates only for local and private addresses. */
  coded('host_not_covered', { host: z.string() }),
  /** The file is damaged, open to other users, or was not created by Hookwright on this machine. */
  coded('ca_damaged', { file: z.string() }),
  coded('ca_key_unreadable', {}),
]);
export type ListenProblem = z.infer<typeof ListenProblem>;

/** Same, or why it can't check signatures. `strict`: it responds to every request with 401. */
export const MockProblem = z.discriminatedUnion('code', [
  ...ListenProblem.options,
  coded('secret_unreadable', { strict: z.boolean() }),
  coded('secret_missing', {}),
]);
export type MockProblem = z.infer<typeof MockProblem>;

export const syncProblemText = (problem: SyncProblem): string => {
  switch (problem.code) {
    case 'sync_running':
      return 'A sync is running. Wait, or cancel it.';
    case 'source_disabled':
      return `The source "${problem.params.source}" is disabled. Enable it under Connections.`;
    case 'source_deleted':
      return 'The source was deleted. Choose another one.';
    case 'no_destination':
      return 'The source has no enabled destination for its messages. Connect or enable one.';
  }
};

const reason = ({ params: { code } }: StorageProblem): string => (code === '' ? '' : ` (${code})`);

/** The job retries automatically. */
export const storageRetryText = (problem: StorageProblem): string =>
  `Can't save the progress${reason(problem)}; retrying. Check free disk space.`;

export const destinationProblemText = ({ code }: DestinationProblem): string => {
  switch (code) {
    case 'no_webhook':
      return 'No URL. Add one to continue.';
    case 'secret_unreadable':
      return "Can't read the shared secret or headers. Enter them again to resume deliveries.";
  }
};

const renewCa = 'Renew the development CA under Settings > Addresses.';

export const listenProblemText = (problem: ListenProblem): string => {
  switch (problem.code) {
    case 'port_changed':
      return `Port ${problem.params.port} is in use. Using port ${problem.params.currentPort}; update your clients.`;
    case 'port_in_use':
      return `Port ${problem.params.port} is in use by another program. Stop it or change the port.`;
    case 'listen_failed':
      return `Can't listen on port ${problem.params.port}: ${problem.params.detail}.`;
    case 'host_not_covered':
      return `Can't use HTTPS on ${problem.params.host}: the development CA covers only local and private addresses.`;
    case 'ca_damaged':
      return `${problem.params.file} is damaged, open to other users, or not from this machine. ${renewCa}`;
    case 'ca_key_unreadable':
      return `Can't read the development CA's key. ${renewCa}`;
  }
};

export const mockProblemText = (problem: MockProblem): string => {
  switch (problem.code) {
    case 'secret_unreadable':
      return `Can't read the secret; ${problem.params.strict ? 'every request gets a 401' : 'signatures are not checked'}. Enter it again.`;
    case 'secret_missing':
      return 'The secret is missing; every request gets a 401. Enter one.';
    default:
      return listenProblemText(problem);
  }
};
