export type AccountSearch = {
  /** Page number of the security events. */
  page?: number;
};

/** Reads the search params and drops invalid ones. Written without zod, since this is part of every page's bundle. */
export const accountSearchSchema = {
  parse(raw: Readonly<Record<string, unknown>>): AccountSearch {
    const page = Number(raw.page);
    return { page: Number.isInteger(page) && page >= 2 && page <= 100_000 ? page : undefined };
  },
};
