import { zodResolver } from '@hookform/resolvers/zod';
import { z } from 'zod';
import { formKind } from '#renderer/components/persistent-form.tsx';
import { Name } from '#shared/schemas/name.ts';
import { WriteKey } from '#shared/schemas/source.ts';

export const sourceForms = formKind({
  name: 'sources',
  resolver: zodResolver(z.object({ name: Name, writeKey: WriteKey })),
  fieldOf: ([field]) => (field === 'writeKey' ? 'writeKey' : 'name'),
});
