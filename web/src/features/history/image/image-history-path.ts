import { type ImageView, imagePageSize } from './image-view.ts';

/** `GET /api/image-generation/history` with a view's query. Days are those of the person's own time zone. */
export function imageHistoryPath({ page, search, viewMode, filters }: ImageView): string {
  const query = new URLSearchParams({ page: String(page), pageSize: String(imagePageSize), viewMode });
  const set = (name: string, value: string) => {
    if (value.trim() !== '') query.set(name, value.trim());
  };
  set('search', search);
  set('mode', filters.mode);
  set('model', filters.model);
  set('size', filters.size);
  if (filters.dateStart) query.set('dateStart', momentOf(filters.dateStart, 0));
  if (filters.dateEnd) query.set('dateEnd', momentOf(filters.dateEnd, 1));
  if (filters.isFavorite) query.set('onlyFavorites', 'true');
  for (const tag of filters.tags) query.append('tags', tag);
  return `/api/image-generation/history?${query}`;
}

/** The first moment of a day, or with `edge` 1 its last one. */
function momentOf(day: string, edge: 0 | 1): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  // Not plus 24 hours: a day has 23 or 25 of them when the clocks change.
  return new Date(new Date(year, month - 1, date + edge).getTime() - edge).toISOString();
}
