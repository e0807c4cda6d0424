import { describe, expect, it } from 'vitest';
import { mockCertificates } from '#shared/mocks/certificates.ts';
import { mockFaults } from '#shared/mocks/faults.ts';
import { mockGallery } from '#shared/mocks/gallery.ts';
import { NewMock } from '#shared/mocks/mock.ts';
import { stepAt } from '#shared/mocks/rules.ts';
import { MockStep } from '#shared/mocks/step.ts';

describe('the gallery', () => {
  it('has valid settings with unique names', () => {
    const names = mockGallery.map(({ settings, withSecret }) => {
      const secret = withSecret ? { secret: 's' } : {};
      return NewMock.parse({ ...settings, ...secret }).name;
    });
    expect(new Set(names).size).toBe(names.length);
  });

  it('covers every fault and every certificate', () => {
    const faults = mockGallery.flatMap(({ settings }) => [
      ...(settings.steps ?? [{}]).map(({ fault }) => fault ?? 'none'),
    ]);
    expect(new Set(faults)).toEqual(new Set(Object.keys(mockFaults)));
    const kinds = mockGallery.map(({ settings }) => settings.tls ?? 'none');
    expect(new Set(kinds)).toEqual(new Set(Object.keys(mockCertificates)));
  });
});

describe('the random step of a request', () => {
  const steps = [2, 1, 3].map((times) => MockStep.parse({ times }));
  const first = (then: 'stay' | 'repeat', count: number) =>
    Array.from({ length: count }, (_, responded) => stepAt({ steps, then, seed: 1 }, responded));

  it('follows the weights', () => {
    expect(first('stay', 9)).toEqual([0, 0, 1, 2, 2, 2, 2, 2, 2]);
    expect(first('repeat', 9)).toEqual([0, 0, 1, 2, 2, 2, 0, 0, 1]);
  });
});
