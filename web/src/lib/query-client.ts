import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '#lib/api/api-error.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 30_000, refetchOnWindowFocus: false },
  },
});

/** A 4xx response would be the same again; only network and server errors are retried. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return !isRefused && failures < 2;
}
