import { KeyRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { accessToken } from '#renderer/data/access.ts';
import { connectWith } from '#renderer/stores/connection-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { SecretField } from '#renderer/ui/secret-field.tsx';

/** Shown instead of every page while this browser has no valid token. */
export function NoAccess() {
  const [token, setToken] = useState('');
  // A token that is kept was rejected: otherwise this would not be shown.
  const [isWrong, setWrong] = useState(() => accessToken() !== null);
  const connect = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (token.trim() !== '') setWrong(!(await connectWith(token.trim())));
  };
  return (
    <EmptyState icon={KeyRound} title="Access token required">
      <p>Open the URL that Hookwright printed in the terminal, or paste the access token.</p>
      <form
        onSubmit={(event) => void connect(event)}
        className="mt-4 flex items-end gap-2 text-left"
      >
        <Field
          label="Access token"
          error={isWrong ? 'This access token is not valid.' : undefined}
          className="min-w-72 flex-1"
        >
          <SecretField
            noun="access token"
            value={token}
            onChange={(event) => setToken(event.target.value)}
          />
        </Field>
        <Button type="submit" className="mb-[21px]">
          Connect
        </Button>
      </form>
    </EmptyState>
  );
}
