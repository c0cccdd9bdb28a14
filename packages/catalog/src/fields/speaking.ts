import { proVideoOutputs, wanProSample } from '../outputs.ts';
import { limitsFile, same } from '../wire.ts';
import { limitVideo, unusedVideoWire } from './given-video.ts';
import { oneOf } from './model-fields.ts';
import { requiredUpload } from './upload-field.ts';

// Models that make a picture or a video speak: what all of them take and deliver.

export const speechOnVideo = {
  video_url: requiredUpload({ accept: 'video', missing: 'video_required' }),
  audio_url: requiredUpload({ accept: 'audio', missing: 'audio_required' }),
};

export const speechOnPicture = {
  image_url: requiredUpload({ accept: 'image', missing: 'image_required' }),
  audio_url: requiredUpload({ accept: 'audio', missing: 'audio_required' }),
};

/** How Sync brings a video and a sound of different lengths together. */
export const lipSyncModeField = oneOf(['cut_off', 'loop', 'bounce', 'silence', 'remap'], {
  default: 'cut_off',
});

export const speakingWire = {
  audio_url: same,
  max_seconds: limitsFile,
  ...unusedVideoWire,
} as const;

export const speakingResult = { outputs: proVideoOutputs, sample: wanProSample };

type Limited = { max_seconds: number };

export const limitSound = ({ max_seconds: maxSeconds }: Limited) => [
  { field: 'audio_url' as const, maxSeconds },
];

export const limitVideoAndSound = (input: Limited) => [...limitVideo(input), ...limitSound(input)];

export const videoSpeaker = {
  video_url: 'https://example.com/speaker.mp4',
  audio_url: 'https://example.com/greeting.mp3',
};

export const pictureSpeaker = {
  image_url: 'https://example.com/portrait.jpg',
  audio_url: 'https://example.com/greeting.mp3',
};
