import { useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { useRoute } from '#renderer/stores/route-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { ResendEdit } from '#shared/schemas/resend.ts';
import { viewOf } from '../inspector-route.ts';
import { noteSent } from './begin-editing.ts';
import { openResendView, resendViewOf } from './resend-route.ts';

function isEditing(deliveryId: number): boolean {
  const { route } = useRoute.getState();
  return viewOf(route).id === deliveryId && resendViewOf(route) === 'edit';
}

export interface SendingResend {
  readonly busy: boolean;
  /** Why the last one was not sent. */
  readonly problem: string | null;
  readonly send: () => Promise<void>;
}

/** Sends an edit and goes on to its answer, unless one has gone elsewhere meanwhile. */
export function useSendResend(edit: ResendEdit): SendingResend {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const send = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      const sent = await core.resends.send(edit);
      const { id } = sent;
      noteSent(sent);
      if (isEditing(edit.deliveryId)) openResendView(edit.deliveryId, id);
      else
        showToast({
          title: 'The request made by hand was sent',
          action: { label: 'Show', run: () => openResendView(edit.deliveryId, id) },
        });
    } catch (error) {
      setProblem(errorSentence(error));
    }
    setBusy(false);
  };
  return { busy, problem, send };
}
