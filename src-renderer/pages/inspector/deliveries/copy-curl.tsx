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
  title: 'It could not be copied',
  description: 'The browser did not allow it. Copy the request by hand, from its tab.',
  tone: 'bad',
} as const;

/** With its secrets, which whoever gets the command can use. */
export async function copyCurlWithSecrets(source: CurlSource): Promise<void> {
  const copied = await copyText(copyOf(source).withSecrets());
  showToast(copied ? { title: 'Copied as cURL, with its secrets' } : failed);
}

/** Without its secrets, as it is exported; says what they were, and offers them. */
export async function copyCurl(source: CurlSource): Promise<void> {
  const { redacted, left } = copyOf(source);
  if (!(await copyText(redacted()))) return void showToast(failed);
  showToast({
    title: 'Copied as cURL',
    ...(left.length === 0
      ? {}
      : {
          description: `Left out: ${leftLabels(left)}. The path stays.`,
          action: { label: 'With secrets', run: () => void copyCurlWithSecrets(source) },
        }),
  });
}

interface CopyCurlProps {
  readonly source: CurlSource;
  readonly look: 'icon' | 'text';
  readonly shortcut?: string | undefined;
}

/** Says in place that it was copied, or, where something was left out, in a word of its own. */
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
