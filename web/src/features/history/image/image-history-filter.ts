import type { QueryOf } from '@atelier/contract';
import { type ImageView, imagePageSize } from './image-view.ts';

/** A view as `GET /api/image-generation/history` takes it. Days are those of the user's own time zone. */
export function imageHistoryFilter({ page, search, viewMode, filters }: ImageView): ImageHistoryFilter {
  const { dateStart, dateEnd, tags } = filters;
  return {
    page,
    pageSize: imagePageSize,
    viewMode,
    search: textOf(search),
    mode: textOf(filters.mode),
    model: textOf(filters.model),
    size: textOf(filters.size),
    dateStart: dateStart === '' ? undefined : momentOf(dateStart, 0),
    dateEnd: dateEnd === '' ? undefined : momentOf(dateEnd, 1),
    onlyFavorites: filters.isFavorite ? 'true' : undefined,
    tags: [...tags],
  };
}

type ImageHistoryFilter = QueryOf<'GET /api/image-generation/history'>;

function textOf(text: string): string | undefined {
  return text.trim() === '' ? undefined : text.trim();
}

/** The first moment of a day, or with `edge` 1 its last one. */
function momentOf(day: string, edge: 0 | 1): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // Not plus 24 hours: a day has 23 or 25 of them when the clocks change.
  return new Date(new Date(year, month - 1, date + edge).getTime() - edge).toISOString();
}
