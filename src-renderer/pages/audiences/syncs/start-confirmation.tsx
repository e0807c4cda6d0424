import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';

/** Confirms a sync with consequences before it starts. */
export type Asked = 'nobody' | 'everyone';

interface StartConfirmationProps {
  readonly asked: Asked;
  readonly userCount: number;
  /** Whether no destination receives the messages. */
  readonly toNobody: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

export function StartConfirmation(props: StartConfirmationProps) {
  const { asked, userCount, toNobody, onConfirm, onCancel } = props;
  const count = userCount.toLocaleString('en');
  return (
    <Banner
      tone="warn"
      title={
        asked === 'everyone'
          ? `Send all ${count} ${userCount === 1 ? 'user' : 'users'} again?`
          : 'Start without a destination?'
      }
      action={
        <>
          <Button variant="primary" onClick={onConfirm}>
            {asked === 'everyone' ? 'Send again' : 'Start anyway'}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </>
      }
    >
      {toNobody
        ? 'No enabled destination receives the messages, but users count as synced.'
        : 'Users who are already synced are included.'}
    </Banner>
  );
}
