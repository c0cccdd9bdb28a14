import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/api/api-error.ts';

const maxRetries = 2;

/** What the server refused will be refused again; only what never arrived or broke there is worth a retry. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !isRefused && failures < maxRetries;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 30_000, refetchOnWindowFocus: false },
  },
});
