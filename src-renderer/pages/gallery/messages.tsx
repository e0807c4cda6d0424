import { Inbox } from 'lucide-react';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ErrorState } from '#renderer/ui/error-state.tsx';
import { doNothing, longText, type Section, Specimens } from './specimen.tsx';

const tones = ['info', 'ok', 'warn', 'bad'] as const;

function Banners() {
  return (
    <Specimens wide>
      {tones.map((tone) => (
        <Banner key={tone} tone={tone} title="The connection is lost.">
          What you see may be out of date.
        </Banner>
      ))}
      <Banner tone="info" onDismiss={doNothing}>
        It can be dismissed.
      </Banner>
      <Banner
        tone="warn"
        title="The clock is ahead."
        action={
          <Button variant="quiet" className="-my-1 text-current">
            Back to real time
          </Button>
        }
      >
        {longText}. {longText}.
      </Banner>
    </Specimens>
  );
}

function Emptiness() {
  return (
    <EmptyState
      icon={Inbox}
      title="No deliveries yet"
      actions={<Button variant="primary">Send a sample…</Button>}
    >
      Point an SDK at the address below, or send a sample.
    </EmptyState>
  );
}

function Failure() {
  return (
    <ErrorState title="The list could not be read" onRetry={doNothing}>
      The connection is lost. It comes back by itself when Hookwright runs again.
    </ErrorState>
  );
}

export const messageSections: readonly Section[] = [
  { id: 'banner', title: 'Banner', Content: Banners },
  { id: 'empty-state', title: 'Empty state', Content: Emptiness },
  { id: 'error-state', title: 'Error state', Content: Failure },
];
