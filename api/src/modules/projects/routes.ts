import {
  AppError,
  changeProjectBody,
  createProjectBody,
  deleteProjectReply,
  idParams,
  type PublicProject,
  projectOrderBody,
  projectReply,
  projectsReply,
} from '@atelier/contract';
import {
  changeProject,
  deleteProject,
  findOwnProject,
  insertProject,
  listProjects,
  orderProjects,
  type ProjectWithTotals,
} from '@atelier/db';
import { v7 as uuidv7 } from 'uuid';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';

const tags = ['library'];
const read = { config: { keyScopes: ['read' as const] } };
const write = { config: { keyScopes: ['generate' as const] } };
const response = { 200: projectReply };

/** A user's own folders of generations. */
export function projectRoutes(api: Api, deps: RouteDeps): void {
  const { pool } = deps.db;
  const getOne = async (userId: string, id: string): Promise<{ project: PublicProject }> => {
    const row = await findOwnProject(pool, userId, id);
    if (!row) throw new AppError('not_found');
    return { project: present(deps, row) };
  };

  api.get(
    '/api/projects',
    { ...read, schema: { tags, summary: 'List your projects', response: { 200: projectsReply } } },
    async (request) => {
      const rows = await listProjects(pool, signedIn(request).userId);
      return { data: rows.map((row) => present(deps, row)) };
    },
  );

  api.post(
    '/api/projects',
    { ...write, schema: { tags, summary: 'Create a project', body: createProjectBody, response } },
    async (request) => {
      const { userId } = signedIn(request);
      const id = uuidv7();
      if (!(await insertProject(deps.db, { id, userId, name: request.body.name })))
        throw new AppError('too_many_projects');
      await deps.realtime.emitToUser(userId, 'projects:changed', {});
      return getOne(userId, id);
    },
  );

  api.put(
    '/api/projects/order',
    {
      ...write,
      schema: {
        tags,
        summary: 'Set the order of your projects',
        body: projectOrderBody,
        response: { 200: projectsReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      await orderProjects(pool, userId, request.body.ids);
      await deps.realtime.emitToUser(userId, 'projects:changed', {});
      return { data: (await listProjects(pool, userId)).map((row) => present(deps, row)) };
    },
  );

  changeRoutes(api, deps, getOne);
}

function changeRoutes(
  api: Api,
  deps: RouteDeps,
  getOne: (userId: string, id: string) => Promise<{ project: PublicProject }>,
): void {
  const { pool } = deps.db;

  api.patch(
    '/api/projects/:id',
    {
      ...write,
      schema: {
        tags,
        summary: 'Rename or archive a project, or choose its cover',
        params: idParams,
        body: changeProjectBody,
        response,
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { id } = request.params;
      const { name, cover_id: coverId, is_archived: isArchived } = request.body;
      if (!(await changeProject(pool, { userId, id }, { name, coverId, isArchived })))
        throw new AppError('not_found');
      await deps.realtime.emitToUser(userId, 'projects:changed', {});
      return getOne(userId, id);
    },
  );

  api.delete(
    '/api/projects/:id',
    {
      ...write,
      schema: {
        tags,
        summary: 'Delete a project; its generations stay',
        params: idParams,
        response: { 200: deleteProjectReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { id } = request.params;
      if (!(await deleteProject(deps.db, userId, id))) throw new AppError('not_found');
      await deps.realtime.emitToUser(userId, 'projects:changed', {});
      return { success: true as const, id };
    },
  );
}

function present({ mediaUrl }: RouteDeps, row: ProjectWithTotals): PublicProject {
  return {
    id: row.id,
    name: row.name,
    cover_id: row.cover_id,
    cover_url: row.cover_key && mediaUrl(row.cover_key),
    is_archived: row.archived_at !== null,
    generations: row.generations,
    credits: row.credits,
    created_at: row.created_at.toISOString(),
  };
}
