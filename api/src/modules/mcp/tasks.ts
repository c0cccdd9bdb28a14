// Tasks of the protocol (extension SEP-2663 of 2026-07-28), which its server library does not have: a generation is a task
// under its own id, so that nothing is kept for them.
import { isTerminal, type PublicGeneration } from '@atelier/contract';
import {
  type CallToolResult,
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { showGenerations } from './tools/following.ts';
import { refuse, type ServerToolContext } from './tools/tool.ts';

const tasksExtension = 'io.modelcontextprotocol/tasks';
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities';

export const taskCapabilities = { extensions: { [tasksExtension]: {} } };

const ofTask = z.looseObject({ taskId: z.string() });

/** Whether the host has declared with this request that it follows tasks. */
export function acceptsTasks({ mcpReq }: ServerContext): boolean {
  const meta = (mcpReq.envelope ?? {}) as Record<
    string,
    { extensions?: Record<string, unknown> } | undefined
  >;
  return meta[capabilitiesKey]?.extensions?.[tasksExtension] !== undefined;
}

/** The result of a call that has started a generation, for hosts that follow it as a task. */
export function toTaskResult(generation: PublicGeneration): CallToolResult {
  return { resultType: 'task', content: [], ...describeTask(generation) };
}

/** Answers `tasks/get`, `tasks/update` and `tasks/cancel`. */
export function addTasks(server: McpServer, context: ServerToolContext): void {
  const handle = (method: string, answer: (generation: PublicGeneration) => Promise<object>) =>
    server.server.setRequestHandler(method, { params: ofTask }, async ({ taskId }, asked) => {
      if (!acceptsTasks(asked))
        throw new MissingRequiredClientCapabilityError({ requiredCapabilities: taskCapabilities });
      const found = await answer(await getGeneration(context, taskId));
      return { resultType: 'complete', ...found };
    });
  handle('tasks/get', async (generation) => ({
    ...describeTask(generation),
    ...(isDone(generation) && { result: await readResult(context, generation) }),
    ...(isLost(generation) && {
      error: { code: ProtocolErrorCode.InternalError, message: 'The generation failed for no known reason' },
    }),
  }));
  // No task waits for an answer of its host.
  handle('tasks/update', async () => ({}));
  handle('tasks/cancel', async ({ id, status }) => {
    if (isTerminal(status)) return {};
    const cancelled = await context.callApi({ method: 'POST', path: `/api/generations/${id}/cancel` });
    const { code, message } = cancelled.body;
    // It has ended meanwhile, which the next tasks/get says.
    if (cancelled.isOk || code === 'already_finished') return {};
    throw new ProtocolError(ProtocolErrorCode.InternalError, String(message));
  });
}

/** Throws an error of the protocol for an id that is not one of the caller's. */
async function getGeneration({ callApi }: ServerToolContext, taskId: string): Promise<PublicGeneration> {
  const isId = z.uuid().safeParse(taskId).success;
  const found = isId ? await callApi({ method: 'GET', path: `/api/generations/${taskId}` }) : undefined;
  if (found?.isOk) return found.body.generation as PublicGeneration;
  if (found && found.body.code !== 'not_found')
    throw new ProtocolError(ProtocolErrorCode.InternalError, String(found.body.message));
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no such task');
}

/** A failure without a reason is one of this site, in the words of the protocol, and not the outcome of a call. */
const isLost = ({ status, error }: PublicGeneration) => status === 'failed' && error === null;
const isDone = (generation: PublicGeneration) =>
  isTerminal(generation.status) && generation.status !== 'cancelled' && !isLost(generation);

/** A generation that failed is a call that was carried out and has an error, not a failure of the protocol. */
async function readResult(context: ServerToolContext, generation: PublicGeneration): Promise<CallToolResult> {
  const shown = await showGenerations(context, [generation]);
  const { error } = generation;
  const isError = generation.status === 'failed' && error !== null;
  const result = isError
    ? refuse({ isOk: false, body: { code: error.code, message: error.message } })
    : shown;
  return { resultType: 'complete', ...result };
}

function readStatus(generation: PublicGeneration): 'working' | 'completed' | 'cancelled' | 'failed' {
  if (!isTerminal(generation.status)) return 'working';
  if (isLost(generation)) return 'failed';
  return isDone(generation) ? 'completed' : 'cancelled';
}

/** `ttlMs` is null: it is there until its owner deletes it. */
function describeTask(generation: PublicGeneration) {
  const { id, status, created_at, finished_at, progress } = generation;
  const { stage, stage_started_at, expected_seconds } = progress;
  return {
    taskId: id,
    status: readStatus(generation),
    statusMessage: isTerminal(status) ? status : `${stage}, about ${Math.round(expected_seconds)} s in all`,
    createdAt: created_at,
    lastUpdatedAt: finished_at ?? stage_started_at ?? created_at,
    ttlMs: null,
    pollIntervalMs: 1_000 * Math.min(15, Math.max(1, Math.round(expected_seconds / 10))),
  };
}
