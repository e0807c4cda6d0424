import { KeyRound } from 'lucide-react';
import { tryConnectionNow } from '#renderer/stores/connection-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';

/** Stands in the place of everything while this browser has no valid token. */
export function NoAccess() {
  return (
    <EmptyState
      icon={KeyRound}
      title="This browser has no access yet"
      actions={<Button onClick={tryConnectionNow}>Try again</Button>}
    >
      Open the address that the terminal printed when Hookwright started. It carries an access token
      that is made anew at each start, so an older address or tab no longer works.
    </EmptyState>
  );
}
