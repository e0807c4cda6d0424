import { Copy, Inbox, MoreHorizontal, RotateCw, Send, Trash2 } from 'lucide-react';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button, type ButtonVariant, IconButton } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { doNothing, longText, type Section, Specimen, Specimens, Touched } from './specimen.tsx';

const variants: readonly ButtonVariant[] = ['primary', 'default', 'quiet', 'danger'];

function Buttons() {
  return (
    <Specimens>
      {variants.map((variant) => (
        <Specimen key={variant} of={variant}>
          <Button variant={variant}>Send</Button>
          <Button variant={variant} icon={Send} shortcut="Mod+Enter">
            Send
          </Button>
        </Specimen>
      ))}
      {variants.map((variant) => (
        <Specimen key={variant} of={`${variant}: hover`} forced="hover">
          <Button variant={variant} icon={RotateCw}>
            Retry
          </Button>
        </Specimen>
      ))}
      {variants.map((variant) => (
        <Specimen key={variant} of={`${variant}: focus`} forced="focus">
          <Button variant={variant} icon={RotateCw}>
            Retry
          </Button>
        </Specimen>
      ))}
      {variants.map((variant) => (
        <Specimen key={variant} of={`${variant}: active`} forced="active">
          <Button variant={variant} icon={RotateCw}>
            Retry
          </Button>
        </Specimen>
      ))}
      <Specimen of="disabled, with a reason">
        <Button disabledReason="No changes">Save</Button>
        <Button variant="primary" disabled>
          Save
        </Button>
      </Specimen>
      <Specimen of="busy">
        <Button busy>Save</Button>
        <Button variant="primary" busy>
          Save
        </Button>
      </Specimen>
      <Specimen of="long">
        <Button icon={Trash2} className="max-w-64">
          {longText}
        </Button>
      </Specimen>
    </Specimens>
  );
}

function IconButtons() {
  return (
    <Specimens>
      <Specimen of="regular, small">
        <IconButton icon={MoreHorizontal} label="More actions" />
        <IconButton icon={MoreHorizontal} label="More actions" size="small" />
      </Specimen>
      <Specimen of="default, danger">
        <IconButton icon={Copy} label="Copy" variant="default" />
        <IconButton icon={Trash2} label="Delete" variant="danger" />
      </Specimen>
      <Specimen of="pressed">
        <IconButton icon={Copy} label="Copy" pressed />
      </Specimen>
      <Specimen of="disabled">
        <IconButton icon={Trash2} label="Delete" disabledReason="In flight" />
      </Specimen>
      <Specimen of="busy">
        <IconButton icon={Copy} label="Copy" variant="default" busy />
      </Specimen>
      <Touched>
        <IconButton icon={MoreHorizontal} label="More actions" />
      </Touched>
    </Specimens>
  );
}

function CopyButtons() {
  return (
    <Specimens>
      <Specimen of="icon">
        <CopyButton value="text" label="Copy URL" />
      </Specimen>
      <Specimen of="text, with a shortcut">
        <CopyButton value="text" label="Copy cURL" look="text" shortcut="c" />
      </Specimen>
      <Touched>
        <CopyButton value="text" label="Copy URL" />
      </Touched>
    </Specimens>
  );
}

function Keys() {
  return (
    <Specimens>
      {['j', '?', 'Mod+K', 'Shift+ArrowDown', 'Enter', 'Escape'].map((shortcut) => (
        <Kbd key={shortcut} shortcut={shortcut} />
      ))}
    </Specimens>
  );
}

export const actionSections: readonly Section[] = [
  { id: 'button', title: 'Button', Content: Buttons },
  { id: 'icon-button', title: 'Icon button', Content: IconButtons },
  { id: 'copy-button', title: 'Copy button', Content: CopyButtons },
  { id: 'kbd', title: 'Key', Content: Keys },
];

const tones = ['info', 'ok', 'warn', 'bad'] as const;

function Banners() {
  return (
    <Specimens wide>
      {tones.map((tone) => (
        <Banner key={tone} tone={tone} title="Connection lost.">
          Data may be outdated.
        </Banner>
      ))}
      <Banner tone="info" onDismiss={doNothing}>
        It can be dismissed.
      </Banner>
      <Banner
        tone="warn"
        title="Virtual time"
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
    <ErrorState title="Can't load the list" onRetry={doNothing}>
      Connection lost. Reconnecting…
    </ErrorState>
  );
}

export const messageSections: readonly Section[] = [
  { id: 'banner', title: 'Banner', Content: Banners },
  { id: 'empty-state', title: 'Empty state', Content: Emptiness },
  { id: 'error-state', title: 'Error state', Content: Failure },
];
