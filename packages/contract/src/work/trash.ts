import * as z from 'zod/mini';
import { generation } from '../generation/generation.ts';
import { maxLibraryIds } from '../library-limits.ts';
import { uuidPattern } from '../uuid-pattern.ts';

const pageSize = z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 60);
const cursor = z.string().check(z.regex(/* @__PURE__ */ new RegExp(`^\\d{1,17}_${uuidPattern}$`)));

/** Query of `GET /api/trash`, last deleted first. `before` is the `next` of the previous reply. */
export const trashQuery = z.object({ pageSize, before: z.optional(cursor) });

/** A generation in the trash. From `leaves_at` it cannot be restored; its files go, too, unless `keeps_files`. */
export const trashedGeneration = z.object({
  generation,
  deleted_at: z.string(),
  leaves_at: z.string(),
  keeps_files: z.boolean(),
});
export type TrashedGeneration = z.infer<typeof trashedGeneration>;

/** `total`: of the whole trash. `next` is null at its end. */
export const trashReply = z.object({
  data: z.array(trashedGeneration),
  next: z.nullable(z.string()),
  total: z.int(),
});
export type TrashReply = z.infer<typeof trashReply>;

/** `GET /api/trash/{id}`. */
export const trashedReply = z.object({ generation: trashedGeneration });

/** Body of `DELETE /api/trash`. Without `ids` everything that is in the trash at that moment goes. */
export const emptyTrashBody = z.nullish(
  z.object({ ids: z.optional(z.array(z.uuid()).check(z.minLength(1), z.maxLength(maxLibraryIds))) }),
);
export const emptyTrashReply = z.object({ removed: z.int() });
