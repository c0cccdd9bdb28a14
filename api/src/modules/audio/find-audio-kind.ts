import { findKind, type Kind } from '@atelier/catalog';
import { AppError, defaultAudioType } from '@atelier/contract';

/** The kind that `audio_generation_type` names. Throws invalid_audio_generation_type. */
export function findAudioKind({ audio_generation_type: type }: Readonly<Record<string, unknown>>): Kind {
  const id = type ?? defaultAudioType;
  const kind = typeof id === 'string' ? findKind(id) : undefined;
  if (kind?.medium !== 'audio') throw new AppError('invalid_audio_generation_type');
  return kind;
}
