/** Settings of the whole product, and what changes with them. */
import type { Settings, SettingsPatch } from '#shared/schemas/settings.ts';
import type { HttpsListener } from '../ingestion/https-listener.ts';
import type { Store } from '../store/store.ts';
import { given } from './sources.ts';

export type ProductSettings = ReturnType<typeof createSettings>;

export function createSettings(store: Store, https: HttpsListener) {
  let last: Promise<unknown> = Promise.resolve();

  async function apply(patch: SettingsPatch): Promise<Settings> {
    const before = store.settings.get();
    const settings = { ...before, ...given(patch) };
    const isSwitched = settings.ingestHttps !== before.ingestHttps;
    if (isSwitched) await https.set(settings.ingestHttps);
    try {
      await store.write((tx) => store.settings.put(tx, settings));
    } catch (error) {
      if (isSwitched) await https.set(before.ingestHttps);
      throw error;
    }
    return settings;
  }

  return {
    get: (): Settings => store.settings.get(),
    /** Stored only when it could be put into effect; one change after the other. */
    update(patch: SettingsPatch): Promise<Settings> {
      const update = last.then(() => apply(patch));
      last = update.catch(() => undefined);
      return update;
    },
  };
}
