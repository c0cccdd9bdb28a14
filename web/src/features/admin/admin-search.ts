export type AdminSearch = { search?: string; page?: number };

/** The API refuses more (contract, `adminUsersQuery`). */
export const maxSearchLength = 200;

/** What the address of a page holds; what does not fit is dropped. Plain code: it is part of every page. */
export const adminSearchSchema = {
  parse(raw: Readonly<Record<string, unknown>>): AdminSearch {
    const page = Number(raw.page);
    return {
      search: typeof raw.search === 'string' ? raw.search.slice(0, maxSearchLength) : undefined,
      page: Number.isInteger(page) && page >= 2 && page <= 100_000 ? page : undefined,
    };
  },
};
