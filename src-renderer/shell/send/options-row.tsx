import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { maxSendCount } from '#shared/sending/send.ts';
import type { CheckedSend } from './send-request.ts';
import { type SendMode, useSend } from './send-store.ts';

interface OptionsRowProps {
  readonly mode: SendMode;
  readonly checked: CheckedSend;
}

/** How many events, and how fast. */
export function OptionsRow({ mode, checked: { request, ...rest } }: OptionsRowProps) {
  const count = useSend((state) => state.count);
  const perSecond = useSend((state) => state.perSecond);
  const problems = 'problems' in rest ? rest.problems : {};
  const sharesId = (request?.count ?? 1) > 1 && request?.message?.messageId !== undefined;
  const hasCount = mode !== 'file';
  const isSingle = hasCount && count === 1;
  return (
    <div className="flex flex-none flex-wrap items-start gap-x-2.5">
      {hasCount && (
        <Field
          label={<span className="sr-only">Count</span>}
          className="w-34"
          error={problems.count}
          warning={sharesId && 'Same messageId: only the first is delivered.'}
        >
          <NumberField
            value={count}
            onChange={(next) => useSend.setState({ count: next })}
            min={1}
            max={maxSendCount}
            unit={count === 1 ? 'event' : 'events'}
          />
        </Field>
      )}
      <Field
        label={<span className="sr-only">Rate</span>}
        className="w-34"
        error={problems.perSecond}
        disabled={isSingle}
      >
        <NumberField
          value={perSecond}
          onChange={(next) => useSend.setState({ perSecond: next })}
          min={1}
          max={10_000}
          unit={perSecond === null ? undefined : 'per second'}
          placeholder="at once"
          disabled={isSingle}
        />
      </Field>
    </div>
  );
}
