/** Settings of the whole product, and what changes with them. */
import type { Settings, SettingsPatch } from '#shared/schemas/settings.ts';
import type { HttpsListener } from '../ingest/https-listener.ts';
import type { Store } from '../store/store.ts';
import { given } from './sources.ts';

export function createSettings(store: Store, https: HttpsListener) {
  return {
    get: (): Settings => store.settings.get(),
    /** Stored only when it could be put into effect. */
    async update(patch: SettingsPatch): Promise<Settings> {
      const settings = { ...store.settings.get(), ...given(patch) };
      if (settings.ingestHttps) await https.start();
      else await https.stop();
      await store.write((tx) => store.settings.put(tx, settings));
      return settings;
    },
  };
}
