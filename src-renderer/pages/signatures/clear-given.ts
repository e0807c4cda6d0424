import { showToast } from '#renderer/ui/toast.tsx';
import { clearSignatures } from './signatures-store.ts';

/** Empties all fields, with the way back: what was pasted may be nowhere else. */
export function clearGiven(): void {
  const bringBack = clearSignatures();
  showToast({ title: 'Cleared what was checked', action: { label: 'Undo', run: bringBack } });
}
