/** Built-in scenarios: scenario files whose description is a sentence over their variables. */
import {
  Copy,
  KeyRound,
  type LucideIcon,
  PowerOff,
  SendHorizontal,
  ShieldCheck,
  Zap,
} from 'lucide-react';
import burst from './what-if/burst.yaml?raw';
import exactlyOnce from './what-if/exactly-once.yaml?raw';
import exactlyOnceOwn from './what-if/exactly-once-own.yaml?raw';
import outage from './what-if/outage.yaml?raw';
import outageOwn from './what-if/outage-own.yaml?raw';
import rotateSecret from './what-if/rotate-secret.yaml?raw';

export interface WhatIf {
  readonly id: string;
  readonly title: string;
  /** What happens, in a few words. */
  readonly about: string;
  readonly icon: LucideIcon;
  /** Against mock endpoints. */
  readonly text: string;
  /** Against a server of the user. */
  readonly ownText?: string;
}

export const whatIfs: readonly WhatIf[] = [
  {
    ...{ id: 'outage', title: 'Outage', about: 'A server is down for a while' },
    ...{ icon: PowerOff, text: outage, ownText: outageOwn },
  },
  {
    ...{ id: 'rotate-secret', title: 'Rotate secret', about: 'Old and new one overlap' },
    ...{ icon: KeyRound, text: rotateSecret },
  },
  {
    ...{ id: 'burst', title: 'Burst', about: 'Thousands of events at once' },
    ...{ icon: Zap, text: burst },
  },
  {
    ...{ id: 'exactly-once', title: 'Exactly once?', about: 'A response gets lost' },
    ...{ icon: Copy, text: exactlyOnce, ownText: exactlyOnceOwn },
  },
];

export const certifications = [
  {
    ...{ id: 'certify-receiver', title: 'Certify receiver', about: 'Is your server correct?' },
    icon: ShieldCheck,
  },
  {
    ...{ id: 'certify-sender', title: 'Certify sender', about: 'Is your own sender correct?' },
    icon: SendHorizontal,
  },
] as const satisfies readonly Pick<WhatIf, 'id' | 'title' | 'about' | 'icon'>[];

export type CertificationId = (typeof certifications)[number]['id'];

const folder = 'what-if/';
const ownEnding = '-own';

/** The name of a built-in scenario as a file, by which its runs are kept. */
export const whatIfFile = ({ id }: Pick<WhatIf, 'id'>, isOwn: boolean): string =>
  `${folder}${id}${isOwn ? ownEnding : ''}.yaml`;

/** The built-in scenario with this name; undefined for any other file. */
export function builtInOf(
  file: string,
): { readonly whatIf: WhatIf; readonly isOwn: boolean; readonly text: string } | undefined {
  for (const whatIf of whatIfs) {
    const { text, ownText } = whatIf;
    if (file === whatIfFile(whatIf, false)) return { whatIf, isOwn: false, text };
    if (file === whatIfFile(whatIf, true) && ownText !== undefined)
      return { whatIf, isOwn: true, text: ownText };
  }
  return undefined;
}
