import type { PublicGeneration } from '@atelier/contract';
import { MediaThumb } from '#ui/media-thumb.tsx';

/** The image that a question is about. Nothing when the record has lost it. */
export function AskedImage({ generation }: { generation: PublicGeneration }) {
  const { image } = generation.input;
  if (typeof image !== 'string' || image === '') return null;
  return <MediaThumb src={image} kind="image" label={generation.prompt} fallback={generation.prompt} />;
}
