import { expect, it } from 'vitest';
import { timeSlice } from './time-slice.ts';

it('a slice names the settings that decide how long a generation takes, and no text of the user', () => {
  const input = { prompt: 'A secret boat', seed: 7, resolution: '720p', speed: 'fast', num_frames: 81 };
  expect(timeSlice(input)).toBe('resolution=720p speed=fast num_frames=6.5');
  expect(timeSlice({ prompt: 'A secret boat' })).toBe('');
});

it('a slice is the same for numbers that are near each other, and for sizes of about as many pixels', () => {
  expect(timeSlice({ num_inference_steps: 30 })).toBe(timeSlice({ num_inference_steps: 28 }));
  expect(timeSlice({ num_inference_steps: 30 })).not.toBe(timeSlice({ num_inference_steps: 20 }));
  expect(timeSlice({ image_size: 'square_hd' })).toBe('image_size=square_hd');
  const [one, two] = [
    { width: 1024, height: 768 },
    { width: 768, height: 1024 },
  ];
  expect(timeSlice({ image_size: one })).toBe(timeSlice({ image_size: two }));
  expect(timeSlice({ num_inference_steps: 0 })).toBe('num_inference_steps=0');
});
