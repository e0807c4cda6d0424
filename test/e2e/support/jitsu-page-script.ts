/** What a shop's page has of Jitsu's browser SDK; bundled for the page by sdk-page.ts. */
import { jitsuAnalytics } from '@jitsu/js';

declare global {
  var jitsu: ReturnType<typeof jitsuAnalytics>;
  var loadJitsu: (host: string, writeKey: string) => void;
}

globalThis.loadJitsu = (host, writeKey) => {
  globalThis.jitsu = jitsuAnalytics({ host, writeKey });
};
