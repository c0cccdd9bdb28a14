import { maxBatchLines, maxBatchNameLength, type PublicGeneration } from '@atelier/contract';
import { isInputRequiredResult } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { describeGeneration } from './describe-generation.ts';
import { defineTool, reading, refuse, reply } from './tool.ts';

const kind = z.string().max(60);
const input = z.record(z.string(), z.unknown());
const lines = z.array(z.object({ kind, input })).min(1).max(maxBatchLines);
const requestId = z
  .uuid()
  .describe('A new UUID for each wish. After a lost answer repeat the same: it is one job, paid once');
const quote = z.string().max(4_000).describe('From `quote`: charged exactly that, or refused');

export const quotePrice = defineTool({
  name: 'quote',
  title: 'Get a price that binds',
  description:
    'Exact price, time and refusals of one generation (`kind`, `input`) or of several (`lines`). Spends nothing. The `quote` is good for ten minutes.',
  input: z.object({ kind: kind.optional(), input: input.optional(), lines: lines.optional() }),
  hints: reading,
  async run({ callApi }, body) {
    const quoted = await callApi({ method: 'POST', path: '/api/quotes', body });
    return quoted.isOk ? reply(quoted.body) : refuse(quoted);
  },
});

export const generate = defineTool({
  name: 'generate',
  title: 'Make something, for credits',
  description:
    'Starts one generation and reserves its price; what fails is given back. Follow it with `status` until it has ended. Files are https addresses or those of earlier results.',
  input: z.object({ kind, input, request_id: requestId, quote }),
  hints: { readOnlyHint: false, idempotentHint: true, destructiveHint: false },
  async run({ create, publicUrl, toTask }, body) {
    const created = await create({ method: 'POST', path: '/api/generations', body });
    if (isInputRequiredResult(created)) return created;
    if (!created.isOk) return refuse(created);
    const { generation, credits } = created.body as { generation: PublicGeneration; credits: object };
    if (toTask) return toTask(generation);
    return reply({ ...describeGeneration(generation, publicUrl), price: credits });
  },
});

export const generateBatch = defineTool({
  name: 'batch',
  title: 'Make several at once, for credits',
  description: 'Starts all lines or none, at the price of their quote, and returns their ids in order.',
  input: z.object({
    lines,
    request_id: requestId,
    quote,
    name: z.string().max(maxBatchNameLength).optional(),
  }),
  hints: { readOnlyHint: false, idempotentHint: true, destructiveHint: false },
  async run({ create }, body) {
    const created = await create({ method: 'POST', path: '/api/batches', body });
    if (isInputRequiredResult(created)) return created;
    if (!created.isOk) return refuse(created);
    const { batch, generations, left_credits } = created.body as { batch: { id: string } } & Record<
      string,
      unknown
    >;
    return reply({ batch: batch.id, generations, left_credits });
  },
});
