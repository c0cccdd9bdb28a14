import type { BodyOf, PublicProject } from '@atelier/contract';
import { request } from '#lib/api/request.ts';

export async function fetchProjects(signal?: AbortSignal): Promise<readonly PublicProject[]> {
  return (await request('GET /api/projects', { signal })).data;
}

export async function createProject(name: string): Promise<PublicProject> {
  return (await request('POST /api/projects', { body: { name } })).project;
}

export async function changeProject(
  id: string,
  body: BodyOf<'PATCH /api/projects/{id}'>,
): Promise<PublicProject> {
  return (await request('PATCH /api/projects/{id}', { params: { id }, body })).project;
}

/** Resolves to all projects in their new order. */
export async function orderProjects(ids: readonly string[]): Promise<readonly PublicProject[]> {
  return (await request('PUT /api/projects/order', { body: { ids: [...ids] } })).data;
}

/** Its generations stay in the library. */
export async function deleteProject(id: string): Promise<void> {
  await request('DELETE /api/projects/{id}', { params: { id } });
}
