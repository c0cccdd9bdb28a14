import { describe, expect, it } from 'vitest';
import { cheaperInputs } from './cheaper-inputs.ts';
import { getKind, kinds } from './kinds.ts';
import { parseInput } from './parse-input.ts';
import { defaultInput } from './price-range.ts';
import { boundaryInputs } from './testing/inputs.ts';

describe('cheaper settings', () => {
  const expensive = {
    resolution: '720p',
    num_frames: 97,
    num_inference_steps: 45,
    num_interpolated_frames: 2,
  };
  const kind = getKind('wan-v2-2-5b');
  const input = { ...defaultInput(kind), ...expensive };

  it('change one field where that is enough, to the value closest to the current one', () => {
    // 350 × 1.25 × 1.1 × 1.1 = 529; 81 frames: 424; 40 steps: 481.
    expect(cheaperInputs(kind, input, 500)).toEqual([
      { changes: { num_interpolated_frames: 0 }, costCredits: 481 },
      { changes: { num_inference_steps: 40 }, costCredits: 481 },
      { changes: { resolution: '580p' }, costCredits: 454 },
    ]);
  });

  it('change several fields only when one is not enough, and never more than needed', () => {
    const options = cheaperInputs(kind, input, 350, 20);
    expect(options[0]).toEqual({
      changes: { num_frames: 81, num_inference_steps: 40, num_interpolated_frames: 0 },
      costCredits: 350,
    });
    for (const { changes } of options) {
      for (const name of Object.keys(changes)) {
        const { [name]: _, ...fewer } = changes;
        expect(kind.price({ ...input, ...fewer }).costCredits).toBeGreaterThan(350);
      }
    }
  });

  it('are empty when even the cheapest costs more', () => {
    expect(cheaperInputs(kind, input, 299)).toEqual([]);
    expect(cheaperInputs(getKind('text-to-video-pro'), {}, 799)).toEqual([]);
  });

  it.each(kinds.map(({ id }) => id))('of %s are all valid and cost what they promise', (id) => {
    const every = getKind(id);
    for (const wanted of boundaryInputs(every)) {
      const { costCredits } = every.price(wanted);
      for (const option of cheaperInputs(every, wanted, costCredits - 1)) {
        const parsed = parseInput(every, { ...wanted, ...option.changes });
        expect(parsed.ok && every.price(parsed.input).costCredits).toBe(option.costCredits);
        expect(option.costCredits).toBeLessThan(costCredits);
      }
    }
  });
});
