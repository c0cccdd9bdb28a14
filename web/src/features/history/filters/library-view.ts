import type { Medium } from '@atelier/catalog';
import type { GenerationStatus } from '@atelier/contract';
import { getLibraryType, isHeard, isText, media } from '#product/media-facts.build.ts';
import type { HistoryType } from '#product/navigation/menu.ts';
import type { LibrarySearch, ListSort } from './library-search.ts';

/** The API rejects more. */
const maxTags = 10;

/** A tab of the library. */
export type LibraryType = HistoryType | 'all';

/** The medium of a tab; undefined for the one with all of them. */
export function findMedium(type: LibraryType): Medium | undefined {
  return media.find((medium) => getLibraryType[medium] === type);
}

export type LibraryFilters = {
  status: string;
  kind: string;
  mode: string;
  model: string;
  size: string;
  /** An id, or `none`. */
  project: string;
  /** An id. */
  batch: string;
  dateStart: string;
  dateEnd: string;
  isFavorite: boolean;
  tags: readonly string[];
};

export type ViewMode = 'grid' | 'list';
/** State of the library page, which its address holds. */
export type LibraryView = {
  page: number;
  search: string;
  viewMode: ViewMode;
  /** Order of the list; undefined for the newest first, which the grid always has. */
  sort: ListSort | undefined;
  filters: LibraryFilters;
};

/** The filters that have some of several values, separated by commas. */
export const choiceNames = ['status', 'kind', 'mode', 'model', 'size', 'project'] as const;
export type ChoiceName = (typeof choiceNames)[number];

export const noFilters: LibraryFilters = {
  status: '',
  kind: '',
  mode: '',
  model: '',
  size: '',
  project: '',
  batch: '',
  dateStart: '',
  dateEnd: '',
  isFavorite: false,
  tags: [],
};

/** The values of a filter that may have several. */
export function readValues(text: string): string[] {
  return text.split(',').filter(Boolean);
}

/** Statuses that each value of the status filter lists. */
export const statusFilters: Readonly<Record<string, readonly GenerationStatus[]>> = {
  running: ['waiting', 'pending', 'processing'],
  completed: ['completed', 'partial'],
  failed: ['failed'],
  cancelled: ['cancelled'],
};

/** Sounds and answers are heard or read, not looked at: they begin as a list. */
function isListedFirst(type: LibraryType): boolean {
  const medium = findMedium(type);
  return medium !== undefined && (isHeard[medium] ?? isText[medium] ?? false);
}

/** A page is one of the list: the grid has none. */
export function toView(type: LibraryType, search: LibrarySearch): LibraryView {
  const usual = isListedFirst(type) || search.page !== undefined ? 'list' : 'grid';
  const choices = Object.fromEntries(choiceNames.map((name) => [name, search[name] ?? '']));
  const viewMode = search.viewMode ?? usual;
  return {
    page: search.page ?? 1,
    search: search.search ?? '',
    viewMode,
    sort: viewMode === 'list' ? search.sort : undefined,
    filters: {
      ...noFilters,
      ...choices,
      batch: search.batch ?? '',
      dateStart: search.dateStart ?? '',
      dateEnd: search.dateEnd ?? '',
      isFavorite: search.onlyFavorites === 'true',
      tags: splitTags(search.tags ?? ''),
    },
  };
}

/** The reverse of `toView`: defaults leave the URL clean. */
export function toSearch(
  type: LibraryType,
  { page, search, viewMode, sort, filters }: LibraryView,
): LibrarySearch {
  const set = (text: string) => (text.trim() === '' ? undefined : text.trim());
  const choices = Object.fromEntries(choiceNames.map((name) => [name, set(filters[name])]));
  const isUsual = viewMode === (isListedFirst(type) ? 'list' : 'grid');
  return {
    page: viewMode === 'list' && page > 1 ? page : undefined,
    search: set(search),
    viewMode: isUsual ? undefined : viewMode,
    sort: viewMode === 'list' ? sort : undefined,
    ...choices,
    batch: set(filters.batch),
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

export function countFilters(filters: LibraryFilters): number {
  const choices = choiceNames.filter((name) => filters[name] !== '').length;
  return (
    choices +
    Number(filters.batch !== '') +
    Number(filters.dateStart !== '' || filters.dateEnd !== '') +
    Number(filters.isFavorite) +
    filters.tags.length
  );
}

/** Whether anything keeps generations of the tab out. */
export function isNarrowed({ search, filters }: LibraryView): boolean {
  return search !== '' || countFilters(filters) > 0;
}
