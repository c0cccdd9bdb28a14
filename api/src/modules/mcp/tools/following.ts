import { media } from '@atelier/catalog';
import type { PublicGeneration } from '@atelier/contract';
import * as z from 'zod';
import { describeGeneration } from './describe-generation.ts';
import { defineTool, reading, refuse, reply, type ServerToolContext } from './tool.ts';

const id = z.uuid();
const maxShown = 10;

export const readStatus = defineTool({
  name: 'status',
  title: 'See how generations go',
  description:
    'Status, place in line and promised time; of ended ones links to the files (valid an hour) and small pictures. Ask again after about `expected_seconds`.',
  input: z.object({ ids: z.array(id).min(1).max(maxShown) }),
  hints: reading,
  async run(context, { ids }) {
    const found = await context.callApi({ method: 'GET', path: `/api/generations?ids=${ids.join(',')}` });
    if (found.isOk) return showGenerations(context, found.body.data as PublicGeneration[]);
    if (found.body.code !== 'key_scope_missing') return refuse(found);
    // A key that may only generate follows what it has started one by one.
    const each = await Promise.all(
      ids.map((one) => context.callApi({ method: 'GET', path: `/api/generations/${one}` })),
    );
    const refusal = each.find(({ isOk }) => !isOk);
    return refusal
      ? refuse(refusal)
      : showGenerations(
          context,
          each.map(({ body }) => body.generation as PublicGeneration),
        );
  },
});

export const searchLibrary = defineTool({
  name: 'library',
  title: 'Search what was made before',
  description: 'Finished and running generations, newest first. `next` continues the list.',
  input: z.object({
    search: z.string().max(200).optional().describe('Part of a prompt, a tag, a model or a seed'),
    medium: z.enum(media).optional(),
    before: id.optional().describe('`next` of the answer before'),
  }),
  hints: reading,
  async run({ callApi, publicUrl }, filter) {
    const query = new URLSearchParams({ ...filter, pageSize: String(maxShown) });
    const found = await callApi({ method: 'GET', path: `/api/library?${query}` });
    if (!found.isOk) return refuse(found);
    const { data, next } = found.body as { data: PublicGeneration[]; next: string | null };
    return reply({ generations: data.map((each) => describeGeneration(each, publicUrl)), next });
  },
});

export const cancel = defineTool({
  name: 'cancel',
  title: 'Cancel a generation',
  description: 'Ends one that has not ended and gives its credits back, unless the model has already begun.',
  input: z.object({ id }),
  hints: { readOnlyHint: false, idempotentHint: true, destructiveHint: true },
  async run({ callApi, publicUrl }, { id }) {
    const cancelled = await callApi({ method: 'POST', path: `/api/generations/${id}/cancel` });
    if (!cancelled.isOk) return refuse(cancelled);
    return reply(describeGeneration(cancelled.body.generation as PublicGeneration, publicUrl));
  },
});

export const answerDoubt = defineTool({
  name: 'answer_doubt',
  title: 'Keep or return a doubtful result',
  description:
    'Answers the `question` of a result that may be none. `return` gives its credits back and deletes it for good.',
  input: z.object({ id, answer: z.enum(['keep', 'return']) }),
  hints: { readOnlyHint: false, idempotentHint: true, destructiveHint: true },
  async run({ callApi }, { id, answer }) {
    const answered = await callApi({
      method: 'POST',
      path: `/api/generations/${id}/answer`,
      body: { answer },
    });
    return answered.isOk ? reply(answered.body) : refuse(answered);
  },
});

/** Shows generations with links and small pictures. */
export async function showGenerations(
  { showResults, publicUrl }: ServerToolContext,
  found: readonly PublicGeneration[],
) {
  const shown = await Promise.all(found.map(showResults));
  return reply({ generations: found.map((each) => describeGeneration(each, publicUrl)) }, shown.flat());
}
