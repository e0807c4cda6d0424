import { Copy, MoreHorizontal, RotateCw, Send, Trash2 } from 'lucide-react';
import { Button, type ButtonVariant } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { longText, type Section, Specimen, Specimens, Touched } from './specimen.tsx';

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
        <Button disabledReason="Nothing has changed.">Save</Button>
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
        <IconButton icon={Trash2} label="Delete" disabledReason="It is being sent." />
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
