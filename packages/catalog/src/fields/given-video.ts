import { ignored } from '../field.ts';
import { notSent } from '../wire.ts';
import { ignoredNegativePromptField } from './text-field.ts';
import { seedField } from './value-fields.ts';
import { ignoredRatioField } from './video-fields.ts';

// Models that work on a file of the user: what all of them share.

/** Fields that every video kind takes and none of these models does. */
export const unusedVideoFields = {
  aspect_ratio: ignoredRatioField('auto'),
  negative_prompt: ignoredNegativePromptField(),
  seed: ignored(seedField()),
};

export const unusedVideoWire = { aspect_ratio: notSent, negative_prompt: notSent, seed: notSent } as const;

/** The video is paid for by its length, up to the chosen one. */
export const limitVideo = ({ max_seconds: maxSeconds }: { max_seconds: number }) => [
  { field: 'video_url' as const, maxSeconds },
];
