import type { PublicGeneration } from '@atelier/contract';
import { MediaThumb } from '#ui/media-thumb.tsx';

/** The image that the question is about; nothing when the generation no longer has it. */
export function InputImage({ generation }: { generation: PublicGeneration }) {
  const { image } = generation.input;
  if (typeof image !== 'string' || image === '') return null;
  return <MediaThumb src={image} kind="image" label={generation.prompt} fallback={generation.prompt} />;
}
