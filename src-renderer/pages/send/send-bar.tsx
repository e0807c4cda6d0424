import { Send } from 'lucide-react';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { maxSendCount } from '#shared/schemas/send.ts';
import type { CheckedSend } from './send-request.ts';
import { useSend } from './send-store.ts';

interface SendBarProps {
  readonly checked: CheckedSend;
  readonly busy: boolean;
  /** Why sending is disabled. */
  readonly problem: string | undefined;
  readonly onSend: () => void;
}

/** Count, rate and the send button. */
export function SendBar({ checked, busy, problem, onSend }: SendBarProps) {
  const count = useSend((state) => state.count);
  const perSecond = useSend((state) => state.perSecond);
  const problems = checked.request === null ? checked.problems : {};
  const sharesId =
    checked.request !== null &&
    checked.request.count > 1 &&
    checked.request.message?.messageId !== undefined;
  return (
    <div className="@container flex-none border-t border-line bg-bg-1 px-4 pt-2.5 pb-1.5">
      <div className="flex flex-wrap items-start gap-x-3">
        <Field label="Count" className="w-22" error={problems.count} hint="messages">
          <NumberField
            value={count}
            onChange={(next) => {
              useSend.setState({ count: next });
            }}
            min={1}
            max={maxSendCount}
          />
        </Field>
        <Field
          label="Rate"
          className="min-w-24 flex-1"
          error={problems.perSecond}
          hint={perSecond === null ? 'Leave empty for no limit' : 'per second'}
          disabled={count === 1}
        >
          <NumberField
            value={perSecond}
            onChange={(next) => {
              useSend.setState({ perSecond: next });
            }}
            min={1}
            max={10_000}
            unit="/ s"
            disabled={count === 1}
          />
        </Field>
        <Button
          variant="primary"
          icon={Send}
          shortcut="Mod+Enter"
          busy={busy}
          disabledReason={problem}
          onClick={onSend}
          // Keeps the bar in one row in narrow windows.
          className="mt-label @max-sm:[&_kbd]:hidden"
        >
          Send
        </Button>
      </div>
      {sharesId && (
        <p className="pb-1 text-small text-warn">Same messageId: only the first is delivered.</p>
      )}
    </div>
  );
}
