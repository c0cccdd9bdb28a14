const heights: Readonly<Record<string, number>> = { '480p': 480, '580p': 580, '720p': 720, '1080p': 1080 };

/**
 * The size in pixels to expect of a video, even numbers as H.264 wants them; used for the empty box before the
 * file is there. Absent for `auto`, where the input decides.
 */
export function videoSize(resolution: string, ratio: string): { width?: number; height?: number } {
  const short = heights[resolution];
  const [across, down] = ratio.split(':').map(Number);
  if (!short || !across || !down) return {};
  const long = 2 * Math.round((short * Math.max(across, down)) / Math.min(across, down) / 2);
  return across >= down ? { width: long, height: short } : { width: short, height: long };
}
