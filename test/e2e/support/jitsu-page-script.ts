/** A shop page's use of Jitsu's browser SDK; bundled by sdk-page.ts. */
import { jitsuAnalytics } from '@jitsu/js';

declare global {
  var jitsu: ReturnType<typeof jitsuAnalytics>;
  var loadJitsu: (host: string, writeKey: string) => void;
}

globalThis.loadJitsu = (host, writeKey) => {
  globalThis.jitsu = jitsuAnalytics({ host, writeKey });
};
