import { getKind, timeSlice } from '@atelier/catalog';
import type { DurationRow } from '@atelier/db';
import { expectedTime, hourSlice, toDurations } from '@atelier/generations';
import type { Scenario } from '../scenario.ts';

const kind = 'text-to-video';
const hours = Array.from({ length: 24 }, (_, hour) => hour);
/** Settings of a kind, each with a full row of durations, as its waits and every hour have. */
const settings = ['480p', '580p', '720p'].flatMap((resolution) =>
  [10, 20, 30, 40].map((num_inference_steps) => ({ prompt: 'A', resolution, num_inference_steps })),
);

/** Cost for a submission of predicting its duration, before the provider accepts it and after. */
export const expectedTimeScenario: Scenario = {
  id: 'P20',
  title: 'expected time',
  isPerBackend: false,
  async run({ isQuick }) {
    const slices = [
      '',
      '@wait',
      ...settings.map(timeSlice),
      ...hours.flatMap((hour) => [hourSlice('run', hour), hourSlice('wait', hour)]),
    ];
    const durations = toDurations(slices.map(fullRow));
    const jobs = isQuick ? 1_000 : 10_000;
    const measure = () => {
      const startedMs = performance.now();
      for (let count = 0; count < jobs; count += 1) {
        const input = settings[count % settings.length] ?? {};
        const at = new Date(count * 3_600_000);
        expectedTime(durations, { kind, input, places: null, at });
        expectedTime(durations, { kind, input, places: 2, at });
      }
      return (performance.now() - startedMs) / jobs;
    };
    // The first is a warm-up.
    measure();
    const value = measure();
    return {
      findings: [
        {
          what: 'both estimates of a generation',
          measured: { value, unit: 'ms' },
          target: 'at most 1 ms',
          isMet: value <= 1,
        },
      ],
      notes: [`${jobs} generations in turn, ${slices.length} rows of 64 samples each; processor time alone.`],
    };
  },
};

function fullRow(slice: string): DurationRow {
  const recent = Array.from({ length: 64 }, (_, index) => Math.sin(index * (1 + slice.length)) / 4);
  return {
    kind,
    slice,
    recent,
    level: 0.9,
    unplaced_level: 0.9,
    place_seconds: 10,
    guess_seconds: getKind(kind).expectedSeconds(settings[0] ?? {}),
  };
}
