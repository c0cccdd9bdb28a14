/** Images have a page size of their own. */
export const historyPageSize = 10;
/** The API rejects longer ones. */
export const maxSearchLength = 200;

export type HistorySearch = { search?: string; page?: number };

/**
 * The search params of a history page. An invalid value is dropped and never leads to an error page. Plain code
 * without a schema library, because every page loads the route tree.
 */
export const historySearchSchema = {
  parse(raw: Readonly<Record<string, unknown>>): HistorySearch {
    const page = Number(raw.page);
    return {
      search: typeof raw.search === 'string' ? raw.search.slice(0, maxSearchLength) : undefined,
      page: Number.isInteger(page) && page >= 2 ? page : undefined,
    };
  },
};

/** What a history page shows. Further choices, such as filters, are the medium's own. */
export type HistoryView = { search: string; page: number; viewMode?: 'grid' | 'list' };

export function viewOf(search: HistorySearch): HistoryView {
  return { search: search.search ?? '', page: search.page ?? 1 };
}

/** The reverse of `viewOf`: the first page and an empty search leave the URL clean. */
export function searchOf(view: HistoryView): HistorySearch {
  const search = view.search.trim();
  return { search: search === '' ? undefined : search, page: view.page > 1 ? view.page : undefined };
}

/** The query of a list call such as `GET /api/video-generation/history`. */
export function historyQueryOf({ search, page }: HistoryView): HistoryQuery {
  return { page, pageSize: historyPageSize, search: search.trim() || undefined };
}

type HistoryQuery = { page: number; pageSize: number; search: string | undefined };
