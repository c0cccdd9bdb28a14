import type { PublicProject } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { fetchProjects } from '#lib/api/library.ts';
import { queryClient } from '#lib/query-client.ts';

const none: readonly PublicProject[] = [];

/** The user's projects, in their order; none until they have loaded. */
export function useProjects(): readonly PublicProject[] {
  const { data } = useQuery(
    { queryKey: ['projects'], queryFn: ({ signal }) => fetchProjects(signal) },
    queryClient,
  );
  return data ?? none;
}
