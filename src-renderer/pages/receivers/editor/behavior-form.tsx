import { runCommand } from '#renderer/keyboard/command-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { Receiver } from '#shared/schemas/receiver.ts';
import { DestinationsCard } from '../destinations-card.tsx';
import { EndpointCard } from '../endpoint-card.tsx';
import { EffectCard, EffectLine } from './effect-card.tsx';
import { IdentityCard } from './identity-card.tsx';
import { StepsCard } from './steps-card.tsx';
import { TlsCard } from './tls-card.tsx';
import type { ReceiverFormState } from './use-receiver-form.ts';

interface BehaviorFormProps {
  readonly form: ReceiverFormState;
  /** Undefined while there is none yet. */
  readonly receiver?: Receiver;
}

/** What a receiver does, in a form, and beside it in words. The form is that of the provider. */
export function BehaviorForm({ form, receiver }: BehaviorFormProps) {
  const { errors } = form.formState;
  return (
    <div className="@container min-h-0 flex-1">
      <div className="flex h-full flex-col overflow-y-auto @min-[700px]:flex-row @min-[700px]:overflow-hidden">
        <EffectLine />
        <form
          aria-label="Behaviour"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            runCommand('receiver.save');
          }}
          className="flex min-h-0 flex-none flex-col gap-3 p-4 @min-[700px]:w-[60%] @min-[700px]:max-w-[672px] @min-[700px]:overflow-y-auto @min-[700px]:pr-2 [&>*]:flex-none"
        >
          {errors.root && (
            <Banner tone="bad" title="It was not saved.">
              {errors.root.message}
            </Banner>
          )}
          <IdentityCard isNew={receiver === undefined} />
          <StepsCard next={receiver?.nextStep} />
          <EndpointCard />
          <TlsCard />
          {/* Enter in a field sends a form only when there is a submit button in it. */}
          <button type="submit" tabIndex={-1} className="sr-only" aria-hidden="true">
            Save
          </button>
        </form>
        <ScrollRegion
          label="What it does"
          className="flex min-w-0 flex-none flex-col gap-3 p-4 outline-offset-[-2px] @min-[700px]:flex-1 @min-[700px]:overflow-y-auto @min-[700px]:pl-2 [&>*]:flex-none"
        >
          <EffectCard />
          {receiver !== undefined && <DestinationsCard receiver={receiver} />}
        </ScrollRegion>
      </div>
    </div>
  );
}
