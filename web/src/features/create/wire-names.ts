import type { Kind, KindInput } from '@atelier/catalog';

/** How a creation call says which kind it means; a medium with one kind has no need to. */
export function wireNames(kind: Kind, input: KindInput): Readonly<Record<string, string | undefined>> {
  const { model, mode } = kind.columns(input);
  switch (kind.medium) {
    case 'video':
      return { video_generation_type: kind.id };
    case 'image':
      return { image_generation_type: mode, model };
    case 'audio':
    case 'text':
      return {};
  }
}
