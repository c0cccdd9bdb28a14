import { maxSearchLength } from '../history-search.ts';

/** The API rejects longer ones (`imageHistoryQuery` of the contract, whose schemas no page should load). */
const maxFilterLength = 60;

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
