/** Global settings and their effects. */
import { isDeepStrictEqual } from 'node:util';
import type { Foundation } from '#main/foundation.ts';
import { createSerialQueue } from '#main/kit/serial-queue.ts';
import type { Tx } from '#main/store/write-queue.ts';
import { definedFields } from '#shared/kit/objects.ts';
import type { Settings, SettingsPatch } from '#shared/settings/settings.ts';

export type ProductSettings = ReturnType<typeof createSettings>;

/** Ingestion over HTTPS, controlled by a setting. */
interface HttpsSwitch {
  set(enabled: boolean): Promise<unknown>;
}

export function createSettings(
  { store, knownSecrets }: Pick<Foundation, 'store' | 'knownSecrets'>,
  https: HttpsSwitch,
) {
  const inOrder = createSerialQueue();

  async function apply(patch: SettingsPatch, others?: (tx: Tx) => void): Promise<Settings> {
    const before = store.settings.get();
    const settings = { ...before, ...definedFields(patch) };
    const isSwitched = settings.ingestHttps !== before.ingestHttps;
    if (isSwitched) await https.set(settings.ingestHttps);
    try {
      await store.write((tx) => {
        if (!isDeepStrictEqual(settings, before)) store.settings.put(tx, settings);
        others?.(tx);
      });
    } catch (error) {
      if (isSwitched) await https.set(before.ingestHttps);
      throw error;
    }
    return settings;
  }

  /** Stored only if it took effect, in one step with `others`. Runs one change at a time. */
  const change = (patch: SettingsPatch, others?: (tx: Tx) => void): Promise<Settings> =>
    inOrder(() => apply(patch, others));

  return {
    get: (): Settings => store.settings.get(),
    secrets: knownSecrets,
    update: (patch: SettingsPatch): Promise<Settings> => change(patch),
    change,
  };
}
