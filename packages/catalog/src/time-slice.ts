import type { KindInput } from './define-kind.ts';

/** The settings that decide how long a model works, by the names that all kinds give them. */
const settings = [
  'resolution',
  'speed',
  'duration',
  'image_size',
  'num_images',
  'num_frames',
  'num_interpolated_frames',
  'num_inference_steps',
] as const;

/**
 * Names the settings that decide how long a generation takes, such as `resolution=480p num_frames=6.5`. Inputs with the
 * same name take about equally long. Numbers are rounded to half octaves, so that there are few names.
 */
export function timeSlice(input: KindInput): string {
  return settings
    .flatMap((name) => {
      const value = readLevel(input[name]);
      return value === undefined ? [] : [`${name}=${value}`];
    })
    .join(' ');
}

function readLevel(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(halfOctave(value));
  if (typeof value !== 'object' || value === null) return undefined;
  const { width, height } = value as { width?: unknown; height?: unknown };
  if (typeof width !== 'number' || typeof height !== 'number') return undefined;
  return `${halfOctave((width * height) / 1_000_000)}MP`;
}

function halfOctave(value: number): number {
  return value <= 0 ? 0 : Math.round(2 * Math.log2(value)) / 2;
}
