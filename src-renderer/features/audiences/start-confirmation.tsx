import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';

/** A sync that is not begun before its consequences are confirmed. */
export type Asked = 'nobody' | 'everyone';

interface StartConfirmationProps {
  readonly asked: Asked;
  readonly userCount: number;
  /** Whether no destination gets the calls. */
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
        ? 'No enabled destination gets the calls, yet the users count as synced.'
        : 'Users whose value was sent before are sent again.'}
    </Banner>
  );
}
