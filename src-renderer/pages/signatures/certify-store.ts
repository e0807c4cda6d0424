/** What is typed for a certification: it outlives the page and, but for the secret, the window. */
import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { CertificationCode } from '#shared/schemas/certification.ts';
import type { StaticHeaders } from '#shared/schemas/destination.ts';

export interface CertifyForm {
  readonly url: string;
  readonly secret: string;
  /** Those of the webhook that was taken. */
  readonly headers: StaticHeaders;
  /** Statuses with commas between them; empty for any 4xx. */
  readonly expectReject: string;
  readonly lookUpUrl: string;
  /** Checks that are switched off, and why. */
  readonly off: Readonly<Partial<Record<CertificationCode, string>>>;
}

export const useCertifyForm = create<CertifyForm>()(
  persist(
    (): CertifyForm => ({
      url: '',
      secret: '',
      headers: {},
      expectReject: '',
      lookUpUrl: '',
      off: {},
    }),
    {
      name: 'hookwright.certify',
      storage: createJSONStorage(() => sessionStorage),
      // Headers may hold secrets too.
      partialize: (state) => ({ ...state, secret: '', headers: {} }),
    },
  ),
);

export function switchOn(code: CertificationCode): void {
  useCertifyForm.setState(({ off: { [code]: _reason, ...off } }) => ({ off }));
}

export function switchOff(code: CertificationCode, reason: string): void {
  useCertifyForm.setState(({ off }) => ({ off: { ...off, [code]: reason } }));
}
