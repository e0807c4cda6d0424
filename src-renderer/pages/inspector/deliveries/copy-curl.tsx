import { SquareTerminal } from 'lucide-react';
import { collections, itemsOf } from '#renderer/data/collections.ts';
import { settingsNow } from '#renderer/data/system.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { CopyButton, copyText } from '#renderer/ui/copy-button.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { type CurlSource, curlCopy, leftLabels } from './curl.ts';

const label = 'Copy as cURL';

const copyOf = (source: CurlSource) =>
  curlCopy(
    source,
    [
      ...itemsOf(collections.sources).map(({ writeKey }) => writeKey),
      ...itemsOf(collections.destinations).map(({ sharedSecret }) => sharedSecret),
    ],
    settingsNow()?.headersToRedact,
  );

const failed = {
  title: "Can't copy",
  description: 'The browser blocked clipboard access.',
  tone: 'bad',
} as const;

/** Copies it with secrets, which anyone with the command can use. */
export async function copyCurlWithSecrets(source: CurlSource): Promise<void> {
  const copied = await copyText(copyOf(source).withSecrets());
  showToast(copied ? { title: 'Copied with secrets' } : failed);
}

/** Copies it without secrets; the toast names them and offers them. */
export async function copyCurl(source: CurlSource): Promise<void> {
  const { redacted, left } = copyOf(source);
  if (!(await copyText(redacted()))) return void showToast(failed);
  showToast({
    title: 'Copied as cURL',
    ...(left.length === 0
      ? {}
      : {
          description: `Redacted: ${leftLabels(left)}.`,
          action: { label: 'Copy with secrets', run: () => void copyCurlWithSecrets(source) },
        }),
  });
}

interface CopyCurlProps {
  readonly source: CurlSource;
  readonly look: 'icon' | 'text';
  readonly shortcut?: string | undefined;
}

/** Shows "Copied" in place. */
export function CopyCurl({ source, look, shortcut }: CopyCurlProps) {
  const { left, redacted } = copyOf(source);
  const copy = (): void => void copyCurl(source);
  const shared = { icon: SquareTerminal, variant: 'default', shortcut } as const;
  if (left.length === 0)
    return <CopyButton {...shared} look={look} size="regular" value={redacted} label={label} />;
  return look === 'icon' ? (
    <IconButton {...shared} label={label} onClick={copy} />
  ) : (
    <Button {...shared} onClick={copy}>
      {label}
    </Button>
  );
}
