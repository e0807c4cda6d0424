/** Text for problems: what happened, then how to fix it. */
import type {
  DestinationProblem,
  ListenProblem,
  MockProblem,
  StorageProblem,
  SyncProblem,
} from '../schemas/problem.ts';

export const syncProblemText = (problem: SyncProblem): string => {
  switch (problem.code) {
    case 'sync_running':
      return 'A sync is running. Wait, or cancel it.';
    case 'source_disabled':
      return `The source "${problem.params.source}" is disabled. Enable it in Sources.`;
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
      return 'No webhook URL. Add one to continue.';
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
