import * as z from 'zod/mini';
import { maxProjectNameLength, maxProjects } from '../library-limits.ts';
import { ownName } from '../storable.ts';

const name = ownName(maxProjectNameLength);

const project = z.object({
  id: z.string(),
  name: z.string(),
  /** The generation that was chosen as its cover; null when the newest is shown. */
  cover_id: z.nullable(z.string()),
  cover_url: z.nullable(z.string()),
  is_archived: z.boolean(),
  /** Generations in it, without those in the trash. */
  generations: z.int(),
  /** Charged for all that was made in it, also for what was deleted since. */
  credits: z.int(),
  created_at: z.string(),
});
export type PublicProject = z.infer<typeof project>;

/** Projects in their order, archived ones last. */
export const projectsReply = z.object({ data: z.array(project) });
export type ProjectsReply = z.infer<typeof projectsReply>;
export const projectReply = z.object({ project });
export type ProjectReply = z.infer<typeof projectReply>;

export const createProjectBody = z.object({ name });

/** `cover_id` is a generation of the project; null for the newest. */
export const changeProjectBody = z.object({
  name: z.optional(name),
  cover_id: z.optional(z.nullable(z.uuid())),
  is_archived: z.optional(z.boolean()),
});

/** Body of `PUT /api/projects/order`: these get the places from the first on, in this order. */
export const projectOrderBody = z.object({ ids: z.array(z.uuid()).check(z.maxLength(maxProjects)) });
export const deleteProjectReply = z.object({ success: z.literal(true), id: z.string() });
