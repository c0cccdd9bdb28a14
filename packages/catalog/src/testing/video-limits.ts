/**
 * The limits of every video parameter: values that just pass, values that just do not, and the message. The API and the
 * form are held to the same rows. `wan-v2-2-a14b` is the kind that has all of these fields.
 */
export const videoLimits: [field: string, passes: unknown[], fails: unknown[], message: string][] = [
  ['prompt', ['x'.repeat(2_000)], ['x'.repeat(2_001)], 'Prompt must be less than 2000 characters'],
  ['num_frames', [81, 121], [80, 122], 'Number of frames must be between 81 and 121'],
  ['frames_per_second', [4, 60], [3, 61], 'Frame rate must be between 4 and 60 FPS'],
  ['num_inference_steps', [10, 50], [9, 51], 'Inference steps must be between 10 and 50'],
  ['guidance_scale', [1, 20], [0.9, 20.1], 'Guidance scale must be between 1 and 20'],
  ['guidance_scale_2', [1, 20], [0.9, 20.1], 'Guidance scale 2 must be between 1 and 20'],
  ['shift', [1, 10], [0.9, 10.1], 'Shift parameter must be between 1 and 10'],
  ['num_interpolated_frames', [0, 4], [-1, 5], 'Number of interpolated frames must be between 0 and 4'],
  ['resolution', ['480p', '580p', '720p'], ['479p', '1080p'], 'Resolution must be one of: 480p, 580p, 720p'],
  ['aspect_ratio', ['16:9', '9:16', '1:1'], ['4:3', '3:4'], 'Aspect ratio must be one of: 16:9, 9:16, 1:1'],
];
