import { maxSearchLength } from '../history-search.ts';

export const imagePageSize = 20;
/** The API rejects longer and more (`imageHistoryQuery` of the contract, whose schemas no page should load). */
const maxFilterLength = 60;
const maxTags = 10;

/** The search params of the image history. */
export type ImageSearch = {
  page?: number;
  search?: string;
  viewMode?: 'list';
  mode?: string;
  model?: string;
  size?: string;
  /** Days of the user's own time zone, such as 2026-03-01. */
  dateStart?: string;
  dateEnd?: string;
  onlyFavorites?: 'true';
  /** Separated by commas; a comma within a tag is escaped by a backslash. */
  tags?: string;
};

/**
 * An invalid value is dropped and never leads to an error page. Plain code without a schema library, because every
 * page loads the route tree.
 */
export const imageSearchSchema = {
  parse(raw: Readonly<Record<string, unknown>>): ImageSearch {
    const text = (name: string, maxLength = maxFilterLength) => {
      const value = raw[name];
      return typeof value === 'string' && value !== '' ? value.slice(0, maxLength) : undefined;
    };
    const day = (name: string) => {
      const value = text(name);
      return value && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;
    };
    const page = Number(raw.page);
    return {
      page: Number.isInteger(page) && page >= 2 ? page : undefined,
      search: text('search', maxSearchLength),
      viewMode: raw.viewMode === 'list' ? 'list' : undefined,
      mode: text('mode'),
      model: text('model'),
      size: text('size'),
      dateStart: day('dateStart'),
      dateEnd: day('dateEnd'),
      onlyFavorites: raw.onlyFavorites === 'true' ? 'true' : undefined,
      tags: text('tags', maxSearchLength * 2),
    };
  },
};

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
