import type { ImageSearch } from './image-search.ts';

export const imagePageSize = 20;
/** The API rejects more. */
const maxTags = 10;

export type ImageFilters = {
  mode: string;
  model: string;
  size: string;
  dateStart: string;
  dateEnd: string;
  isFavorite: boolean;
  tags: readonly string[];
};

export type ImageView = { page: number; search: string; viewMode: 'grid' | 'list'; filters: ImageFilters };

export const noFilters: ImageFilters = {
  mode: '',
  model: '',
  size: '',
  dateStart: '',
  dateEnd: '',
  isFavorite: false,
  tags: [],
};

export function imageViewOf(search: ImageSearch): ImageView {
  const { mode = '', model = '', size = '', dateStart = '', dateEnd = '' } = search;
  return {
    page: search.page ?? 1,
    search: search.search ?? '',
    viewMode: search.viewMode ?? 'grid',
    filters: {
      ...{ mode, model, size, dateStart, dateEnd },
      isFavorite: search.onlyFavorites === 'true',
      tags: splitTags(search.tags ?? ''),
    },
  };
}

/** The reverse of `imageViewOf`: defaults leave the URL clean. */
export function imageSearchOf({ page, search, viewMode, filters }: ImageView): ImageSearch {
  const set = (text: string) => (text.trim() === '' ? undefined : text.trim());
  return {
    page: page > 1 ? page : undefined,
    search: set(search),
    viewMode: viewMode === 'list' ? 'list' : undefined,
    mode: set(filters.mode),
    model: set(filters.model),
    size: set(filters.size),
    dateStart: set(filters.dateStart),
    dateEnd: set(filters.dateEnd),
    onlyFavorites: filters.isFavorite ? 'true' : undefined,
    tags: set(filters.tags.map((tag) => tag.replace(/[\\,]/g, '\\$&')).join(',')),
  };
}

function splitTags(text: string): string[] {
  const tags = text.match(/(?:\\.|[^\\,])+/g) ?? [];
  return [...new Set(tags.map((tag) => tag.replace(/\\(.)/g, '$1').trim()).filter(Boolean))].slice(
    0,
    maxTags,
  );
}

export function countFilters(filters: ImageFilters): number {
  const { mode, model, size, dateStart, dateEnd, isFavorite, tags } = filters;
  return [mode, model, size, dateStart || dateEnd, isFavorite].filter(Boolean).length + tags.length;
}
