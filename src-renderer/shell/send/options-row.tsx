import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { Tooltip } from '#renderer/ui/popup.tsx';
import { Switch } from '#renderer/ui/toggles.tsx';
import { maxSendCount } from '#shared/sending/send.ts';
import type { CheckedSend } from './send-request.ts';
import { type SendMode, useSend } from './send-store.ts';

interface OptionsRowProps {
  readonly mode: SendMode;
  readonly checked: CheckedSend;
  /** Why no forged copy can be sent; undefined if it can. */
  readonly forgingProblem: string | undefined;
}

/** How many events, how fast, and whether a forged copy follows. */
export function OptionsRow(props: OptionsRowProps) {
  const { mode, forgingProblem } = props;
  const { request, ...rest } = props.checked;
  const isForging = useSend((state) => state.isForging);
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
          className="w-28"
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
        className="w-28"
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
      {hasCount && (
        <Tooltip content={forgingProblem ?? 'Its signature is wrong: receivers must refuse it.'}>
          <span className="control-frame mt-1 inline-flex items-center px-2.5">
            <Switch
              label="Forge a copy too"
              checked={isForging && forgingProblem === undefined}
              onChange={(next) => useSend.setState({ isForging: next })}
              disabled={forgingProblem !== undefined}
            />
          </span>
        </Tooltip>
      )}
    </div>
  );
}
