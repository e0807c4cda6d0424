/** What is open above every place: at most one overlay. */
import { create } from 'zustand';

type Overlay = 'palette' | 'shortcuts' | 'send' | 'verify' | 'code';

/** What to send from: a source, or a received message to copy. */
interface SendFrom {
  readonly sourceId?: string | undefined;
  /** Row number of the message. */
  readonly message?: number | undefined;
}

/** What to verify: a delivery, or a request to a mock endpoint. */
export type VerifyFrom =
  | { readonly deliveryId: number }
  | { readonly mockId: string; readonly requestId: number };

export const useOverlay = create<{
  readonly open: Overlay | null;
  /** How often one was opened: each time, it starts empty, also while the last one still fades out. */
  readonly openings: number;
  /** What is typed into the palette, also before its code has loaded. */
  readonly query: string;
  /** Whether Enter was pressed before that. */
  readonly isEntered: boolean;
  /** Taken over by the drawer that sends. */
  readonly sendFrom: SendFrom | null;
  /** Taken over by the drawer that verifies signatures. */
  readonly verifyFrom: VerifyFrom | null;
}>()(() => ({
  open: null,
  openings: 0,
  query: '',
  isEntered: false,
  sendFrom: null,
  verifyFrom: null,
}));

export function showOverlay(open: Overlay | null): void {
  useOverlay.setState((current) =>
    open === null
      ? { open }
      : { open, openings: current.openings + 1, query: '', isEntered: false },
  );
}

export const setQuery = (query: string): void => useOverlay.setState({ query });

/** Opens the drawer that sends; without a source or message, with the draft as it was. */
export function openSend(sendFrom: SendFrom | null = null): void {
  showOverlay('send');
  useOverlay.setState({ sendFrom });
}

/** Opens the drawer that verifies signatures; without a delivery or request, with its fields as they were. */
export function openVerify(verifyFrom: VerifyFrom | null = null): void {
  showOverlay('verify');
  useOverlay.setState({ verifyFrom });
}
