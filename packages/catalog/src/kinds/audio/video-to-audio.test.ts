import { describe, expect, it } from 'vitest';
import { describeIssue } from '../../describe-issue.ts';
import { getKind, parseInput } from '../../index.ts';
import { getProvider } from '../../server.ts';
import { parsed } from '../../testing/inputs.ts';

const kind = getKind('video-to-audio');
const source = { video_url: 'https://example.com/a.mp4' };
const request = (raw: object) => getProvider(kind).toRequest(parsed(kind, { ...source, ...raw }));

function problems(raw: Record<string, unknown>): string[] {
  const result = parseInput(kind, { ...source, ...raw });
  return result.ok ? [] : result.issues.map(describeIssue).map(({ path, message }) => `${path}: ${message}`);
}

describe('a sound for a video', () => {
  it('needs only the video', () => {
    expect(problems({ video_url: ' ' })).toEqual(['video_url: Please upload a video or enter its link!']);
    expect(parsed(kind, source)).toEqual({
      ...source,
      prompt: '',
      num_inference_steps: 24,
      cfg_scale: 5,
      seed: null,
    });
  });

  it.each([
    ['num_inference_steps', 1, 50, 1, 'Inference steps must be between 1 and 50'],
    ['cfg_scale', 1, 20, 0.5, 'CFG scale must be between 1 and 20'],
  ])('accepts a %s from %d to %d', (name, min, max, step, message) => {
    for (const value of [min, min + step, max]) expect(problems({ [name]: value })).toEqual([]);
    for (const value of [min - step, max + step, null])
      expect(problems({ [name]: value })).toEqual([`${name}: ${message}`]);
  });

  it('sends the prompt trimmed, and numbers only where they differ from the defaults', () => {
    expect(request({ prompt: '  ', num_inference_steps: 24, cfg_scale: 5 }).body).toEqual(source);
    expect(request({ prompt: ' Rain ', num_inference_steps: 50, cfg_scale: 5.5 })).toEqual({
      body: { ...source, prompt: 'Rain', num_inference_steps: 50, cfg_scale: 5.5 },
      adjustments: [],
    });
  });

  it('sends two steps in place of one and records it, and offers no single step', () => {
    expect(request({ num_inference_steps: 1 })).toEqual({
      body: { ...source, num_inference_steps: 2 },
      adjustments: [{ field: 'num_inference_steps', from: 1, to: 2, reason: 'outside_model_range' }],
    });
    expect(kind.fields.num_inference_steps?.widget).toMatchObject({ min: 2, max: 50 });
  });
});
