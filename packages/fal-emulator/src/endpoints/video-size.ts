/** Length of the short side by fal's name of the resolution. */
const shortSides = { '480p': 480, '580p': 580, '720p': 720, '1080p': 1080 } as const;

export type Resolution = keyof typeof shortSides;
type Size = { width: number; height: number };

/** Size in pixels, both even, as H.264 wants them. `auto` follows the input's ratio, and is 16:9 without one. */
export function videoSize(resolution: Resolution, ratio: string, input?: Size): Size {
  const short = shortSides[resolution];
  const long = even((short * 16) / 9);
  if (ratio === '9:16') return { width: short, height: long };
  if (ratio === '1:1') return { width: short, height: short };
  if (ratio === '16:9' || !input) return { width: long, height: short };
  return input.width >= input.height
    ? { width: even((short * input.width) / input.height), height: short }
    : { width: short, height: even((short * input.height) / input.width) };
}

function even(length: number): number {
  return Math.max(2, 2 * Math.round(length / 2));
}
