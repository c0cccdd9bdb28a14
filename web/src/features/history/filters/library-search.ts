import { loadMessages } from '#lib/i18n/i18n.ts';

/** The API rejects longer ones. */
export const maxSearchLength = 200;
const maxFilterLength = 400;

/** Orders of the list besides the usual one, the newest first; those with a hyphen go the other way. */
export type ListSort = 'oldest' | `${'' | '-'}${'model' | 'credits' | 'status'}`;

/** The search params of the library, whichever medium it is narrowed to. */
export type LibrarySearch = {
  page?: number;
  search?: string;
  viewMode?: 'grid' | 'list';
  /** Order of the list. */
  sort?: ListSort;
  status?: string;
  kind?: string;
  mode?: string;
  model?: string;
  size?: string;
  project?: string;
  batch?: string;
  /** Days of the user's own time zone, such as 2026-03-01. */
  dateStart?: string;
  dateEnd?: string;
  onlyFavorites?: 'true';
  /** Separated by commas; a comma within a tag is escaped by a backslash. */
  tags?: string;
};

const texts = ['status', 'kind', 'mode', 'model', 'size', 'project', 'batch'] as const;

/**
 * An invalid value is dropped and never leads to an error page. Plain code without a schema library, because every
 * page loads the route tree.
 */
export const librarySearchSchema = {
  parse(raw: Readonly<Record<string, unknown>>): LibrarySearch {
    const text = (name: string, maxLength = maxFilterLength) => {
      const value = raw[name];
      return typeof value === 'string' && value !== '' ? value.slice(0, maxLength) : undefined;
    };
    const day = (name: string) => {
      const value = text(name);
      return value && /^\d{4}-\d\d-\d\d$/.test(value) && Date.parse(value) ? value : undefined;
    };
    const { viewMode } = raw;
    const page = Number(raw.page);
    return {
      ...Object.fromEntries(texts.map((name) => [name, text(name)])),
      page: Number.isInteger(page) && page > 1 ? page : undefined,
      search: text('search', maxSearchLength),
      sort: /^(oldest|-?(model|credits|status))$/.test(String(raw.sort)) ? (raw.sort as ListSort) : undefined,
      viewMode: viewMode === 'list' || viewMode === 'grid' ? viewMode : undefined,
      dateStart: day('dateStart'),
      dateEnd: day('dateEnd'),
      onlyFavorites: raw.onlyFavorites === 'true' ? 'true' : undefined,
      tags: text('tags', maxSearchLength * 2),
    };
  },
};

export function loadLibraryMessages(): Promise<void> {
  return loadMessages('history', 'library', 'messages', 'preview', 'audio', 'understanding');
}
