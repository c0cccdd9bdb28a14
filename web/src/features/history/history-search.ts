/** product-1 and product-2, section 9; images have pages of their own size. */
export const historyPageSize = 10;
/** The API refuses more (contract, `historyQuery`). */
export const maxSearchLength = 200;

export type HistorySearch = { search?: string; page?: number };

/**
 * What the address of a history page holds. A value that does not fit is dropped, never an error page. Plain code,
 * since the schemas of addresses are part of every page.
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

export type HistoryView = { search: string; page: number };

export function viewOf(search: HistorySearch): HistoryView {
  return { search: search.search ?? '', page: search.page ?? 1 };
}

/** The reverse of `viewOf`: the first page and an empty search leave the address clean. */
export function searchOf(view: HistoryView): HistorySearch {
  const search = view.search.trim();
  return { search: search === '' ? undefined : search, page: view.page > 1 ? view.page : undefined };
}

/** The query of a history call, such as `GET /api/video-generation/history`. */
export function historyQueryOf({ search, page }: HistoryView): HistoryQuery {
  return { page, pageSize: historyPageSize, search: search.trim() || undefined };
}

type HistoryQuery = { page: number; pageSize: number; search: string | undefined };
