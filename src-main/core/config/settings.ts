/** Global settings and their effects. */
import { definedFields } from '#shared/lib/defined-fields.ts';
import type { Settings, SettingsPatch } from '#shared/schemas/settings.ts';
import type { Store } from '../store/store.ts';

export type ProductSettings = ReturnType<typeof createSettings>;

/** Ingestion over HTTPS, controlled by a setting. */
interface HttpsSwitch {
  set(enabled: boolean): Promise<unknown>;
}

export function createSettings(store: Store, https: HttpsSwitch) {
  let last: Promise<unknown> = Promise.resolve();

  async function apply(patch: SettingsPatch): Promise<Settings> {
    const before = store.settings.get();
    const settings = { ...before, ...definedFields(patch) };
    const isSwitched = settings.ingestHttps !== before.ingestHttps;
    if (isSwitched) await https.set(settings.ingestHttps);
    try {
      await store.write((tx) => {
        // The user chose limits, possibly none.
        store.settings.put(tx, settings);
      });
    } catch (error) {
      if (isSwitched) await https.set(before.ingestHttps);
      throw error;
    }
    return settings;
  }

  return {
    get: (): Settings => store.settings.get(),
    /** Stored only if it took effect. Runs one change at a time. */
    update(patch: SettingsPatch): Promise<Settings> {
      const update = last.then(() => apply(patch));
      last = update.catch(() => undefined);
      return update;
    },
  };
}
