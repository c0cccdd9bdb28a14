import { describe, expect, it } from 'vitest';
import { frameBeside } from './video-state.ts';

const frameAt = (seconds: number, fps: number) => Math.floor(seconds * fps);

describe('stepping through the frames of a video', () => {
  it('reaches every frame once, forwards and back', () => {
    let seconds = 0;
    const seen = [0];
    for (let frame = 1; frame < 81; frame += 1) {
      seconds = frameBeside(seconds, 1, 16, 81 / 16);
      seen.push(frameAt(seconds, 16));
    }
    expect(seen).toEqual(Array.from({ length: 81 }, (_, index) => index));
    expect(frameAt(frameBeside(seconds, -1, 16, 81 / 16), 16)).toBe(79);
  });

  it('stays on the first and the last frame', () => {
    expect(frameAt(frameBeside(0, -1, 16, 5), 16)).toBe(0);
    expect(frameAt(frameBeside(4.99, 1, 16, 5), 16)).toBe(79);
    expect(frameBeside(0, 1, 24, 0)).toBeLessThan(1 / 24);
  });
});
