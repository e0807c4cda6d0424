import { describe, expect, it } from 'vitest';
import { receiverGallery } from '#shared/lib/receiver-gallery.ts';
import { receiverFaults, receiverTlsKinds } from '#shared/lib/receiver-names.ts';
import { stepAt } from '#shared/lib/receiver-rules.ts';
import { NewReceiver } from '#shared/schemas/receiver.ts';
import { ReceiverStep } from '#shared/schemas/receiver-step.ts';

describe('the gallery', () => {
  it('has valid settings with unique names', () => {
    const names = receiverGallery.map(({ settings, withSecret }) => {
      const secret = withSecret ? { secret: 's' } : {};
      return NewReceiver.parse({ ...settings, ...secret }).name;
    });
    expect(new Set(names).size).toBe(names.length);
  });

  it('covers every fault and every certificate', () => {
    const faults = receiverGallery.flatMap(({ settings }) => [
      ...(settings.steps ?? [{}]).map(({ fault }) => fault ?? 'none'),
    ]);
    expect(new Set(faults)).toEqual(new Set(Object.keys(receiverFaults)));
    const kinds = receiverGallery.map(({ settings }) => settings.tls ?? 'none');
    expect(new Set(kinds)).toEqual(new Set(Object.keys(receiverTlsKinds)));
  });
});

describe('the random step of a request', () => {
  const steps = [2, 1, 3].map((times) => ReceiverStep.parse({ times }));
  const first = (then: 'stay' | 'repeat', count: number) =>
    Array.from({ length: count }, (_, responded) => stepAt({ steps, then, seed: 1 }, responded));

  it('follows the weights', () => {
    expect(first('stay', 9)).toEqual([0, 0, 1, 2, 2, 2, 2, 2, 2]);
    expect(first('repeat', 9)).toEqual([0, 0, 1, 2, 2, 2, 0, 0, 1]);
  });
});
