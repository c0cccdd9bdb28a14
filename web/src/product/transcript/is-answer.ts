import type { PublicGeneration } from '@atelier/contract';
import { isText } from '../media-facts.build.ts';
import { transcriptKinds } from './transcript-kinds.build.ts';

type Made = Pick<PublicGeneration, 'kind' | 'medium'>;

/** Whether it is what was said in a file. */
export function isTranscript({ kind }: Pick<PublicGeneration, 'kind'>): boolean {
  return transcriptKinds.includes(kind);
}

/** Whether it is the answer to a question about an image, and makes no sense without that image. */
export function isAnswer(generation: Made): boolean {
  return isText[generation.medium] === true && !isTranscript(generation);
}

/** Messages of the page that makes texts of a kind. Both files have the keys that such a page asks for. */
export function findTextMessages(kindId: string) {
  return (isTranscript({ kind: kindId }) ? 'transcript' : 'understanding') as 'understanding';
}
