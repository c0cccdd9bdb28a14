import { findKind, type Kind } from '@atelier/catalog';
import { AppError } from '@atelier/contract';

/** What a request without a type means: for years there was no other kind of sound. */
export const defaultAudioKind = 'video-to-audio';

/** The kind that `audio_generation_type` names. Throws invalid_audio_generation_type. */
export function findAudioKind({ audio_generation_type: type }: Readonly<Record<string, unknown>>): Kind {
  const id = type ?? defaultAudioKind;
  const kind = typeof id === 'string' ? findKind(id) : undefined;
  if (kind?.medium !== 'audio') throw new AppError('invalid_audio_generation_type');
  return kind;
}
