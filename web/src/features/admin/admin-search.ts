export type AdminSearch = { search?: string; page?: number };

/** The API's maximum (contract, `adminUsersQuery`). */
export const maxSearchLength = 200;

/** Reads the search params and drops invalid ones. Written without zod, since this is part of every page's bundle. */
export const adminSearchSchema = {
  parse(raw: Readonly<Record<string, unknown>>): AdminSearch {
    const page = Number(raw.page);
    return {
      search: typeof raw.search === 'string' ? raw.search.slice(0, maxSearchLength) : undefined,
      page: Number.isInteger(page) && page >= 2 && page <= 100_000 ? page : undefined,
    };
  },
};
