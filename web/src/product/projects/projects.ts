import type { PublicProject } from '@atelier/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryClient } from '#lib/query-client.ts';
import { useAccount } from '#product/account/account-store.ts';
import { fetchProjects } from '#product/api/projects.ts';
import { libraryChanges, projectChanges } from '#product/realtime/changes.ts';

const queryKey = ['projects'];
const none: readonly PublicProject[] = [];

/** The signed-in user's projects, in their order, archived ones last. */
export function useProjectsQuery() {
  const isSignedIn = useAccount().status === 'signed-in';
  useEffect(() => {
    const refresh = () => void refreshProjects();
    // Projects count their generations, so a change of several generations changes them too.
    const stops = [projectChanges.subscribe(refresh), libraryChanges.subscribe(refresh)];
    return () => stops.forEach((stop) => void stop());
  }, []);
  return useQuery(
    { queryKey, queryFn: ({ signal }) => fetchProjects(signal), enabled: isSignedIn },
    queryClient,
  );
}

/** Returns the user's projects; none until they have loaded. */
export function useProjects(): readonly PublicProject[] {
  return useProjectsQuery().data ?? none;
}

/** Returns a project as it was read last. */
export function findProject(id: string): PublicProject | undefined {
  return queryClient.getQueryData<readonly PublicProject[]>(queryKey)?.find((each) => each.id === id);
}

/** Projects that generations can be moved to. */
export function useOpenProjects(): readonly PublicProject[] {
  return useProjects().filter((project) => !project.is_archived);
}

/** Shows a change of them at once, before the server has answered. */
export function showProjects(change: (projects: readonly PublicProject[]) => readonly PublicProject[]): void {
  queryClient.setQueryData<readonly PublicProject[]>(queryKey, (known) => known && change(known));
}

/** Reads them again where they are shown. */
export function refreshProjects(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey });
}
