import { kinds } from '@atelier/catalog';
import { describe, expect, it } from 'vitest';
import { sampleRate } from './encode-wav.ts';
import { createSpeaker, renderSpeech, type Speaker } from './render-speech.ts';

const lists = kinds.flatMap(({ id, fields }) => {
  const widget = fields.voice?.widget;
  return widget?.type === 'choice' ? [[id, widget.options.map(({ value }) => String(value))] as const] : [];
});

/** Distance in units of what an ear can just distinguish: 2 % of the pitch, 5 % of the formants and of the pace. */
function measureDistance(one: Speaker, other: Speaker): number {
  const ratio = (key: keyof Speaker) => Math.abs(Math.log(one[key] / other[key]));
  return Math.hypot(
    ratio('pitchHertz') / 0.02,
    ratio('formantShift') / 0.05,
    ratio('syllableSeconds') / 0.05,
  );
}

/** The pitch in hertz, by the smallest shift at which the wave is most like itself. */
function measurePitch(samples: Float32Array): number {
  const from = Math.round(samples.length / 3);
  const window = samples.subarray(from, from + 4_096);
  const matches = Array.from({ length: 500 }, (_, index) =>
    window.reduce((sum, value, at) => sum + value * (samples[from + at + index + 150] ?? 0), 0),
  );
  const highest = Math.max(...matches);
  const shift = matches.findIndex(
    (match, index) => match > 0.8 * highest && match >= (matches[index + 1] ?? 0),
  );
  return sampleRate / (shift + 150);
}

describe.each(lists)('the voices of %s', (_, names) => {
  it('differ, each from every other', () => {
    const pairs = names.flatMap((name, index) =>
      names.slice(index + 1).map((other) => [name, other] as const),
    );
    const alike = pairs.filter(
      ([name, other]) => measureDistance(createSpeaker(name), createSpeaker(other)) < 3,
    );
    expect(alike).toEqual([]);
  });
});

it('a speaker is the same in each spelling of the name', () => {
  expect(createSpeaker('Sweet_Girl_2')).toEqual(createSpeaker('Sweet Girl'));
  expect(createSpeaker('Inspirational_girl')).toEqual(createSpeaker('Inspirational Girl'));
  expect(createSpeaker('George')).not.toEqual(createSpeaker('Rachel'));
});

it('a sound has the pitch of its speaker and the requested length', () => {
  for (const name of ['Rachel', 'George', 'Deep Voice Man']) {
    const speaker = createSpeaker(name);
    const samples = renderSpeech(speaker, 2, 0);
    expect(samples).toHaveLength(2 * sampleRate);
    expect(Math.max(...samples.map(Math.abs))).toBeGreaterThan(0.2);
    const pitch = measurePitch(samples);
    expect(pitch / speaker.pitchHertz).toBeGreaterThan(0.92);
    expect(pitch / speaker.pitchHertz).toBeLessThan(1.08);
  }
});
