import { imageSizes } from '@atelier/catalog';
import type { ImageHistoryQuery } from '@atelier/contract';
import type { ImageFilter } from '@atelier/db';

const dayMs = 86_400_000;
/** No record has it: an unknown size matches nothing and is no error (ruling 23). */
const noSize = { width: 0, height: 0 };

/** An empty text is no filter. A day stands for all of it, in UTC; a moment at the end is included. */
export function readImageFilter(query: ImageHistoryQuery): ImageFilter {
  const { mode, model, size, dateStart, dateEnd, onlyFavorites, tags = [] } = query;
  return {
    mode: mode || undefined,
    model: model || undefined,
    size: size ? readSize(size) : undefined,
    createdFrom: dateStart ? new Date(dateStart) : undefined,
    createdBefore: dateEnd ? new Date(Date.parse(dateEnd) + (isDay(dateEnd) ? dayMs : 1)) : undefined,
    isFavorite: onlyFavorites === 'true' || undefined,
    tags: Array.isArray(tags) ? tags : [tags],
  };
}

/** `1024x768`, or a name such as `landscape_4_3`. */
function readSize(text: string): { width: number; height: number } {
  const [, width, height] = /^(\d{1,5})\s*[x×]\s*(\d{1,5})$/.exec(text) ?? [];
  if (width && height) return { width: Number(width), height: Number(height) };
  const named = Object.entries(imageSizes).find(([name]) => name === text)?.[1];
  return named ? { width: named[0], height: named[1] } : noSize;
}

function isDay(text: string): boolean {
  return text.length === 'yyyy-mm-dd'.length;
}
