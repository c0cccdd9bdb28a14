// Tools that the official suite of the protocol asks for by name, for scenarios about ways that the product's own tools go,
// too: texts, pictures, refusals, input that is required, and tasks, which are answered by the code of the product.
import { randomUUID } from 'node:crypto';
import type { PublicGeneration } from '@atelier/contract';
import {
  acceptedContent,
  type CallToolResult,
  type ClientCapabilities,
  CLIENT_CAPABILITIES_META_KEY as capabilitiesKey,
  type InputRequiredResult,
  inputRequired,
  McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import type { ApiCall, ApiReply } from '../call-api.ts';
import { acceptsTasks, addTasks, taskCapabilities, toTaskResult } from '../tasks.ts';

/** A job as the API shows a generation. */
type Job = { prompt: string; createdAt: number; endsAt: number; ending: Ending; cancelledAt?: number };
type Ending = 'completed' | 'refused' | 'lost';

export type Jobs = Map<string, Job>;

const nameSchema = z.object({ name: z.string() });
const text = (content: string): CallToolResult => ({ content: [{ type: 'text', text: content }] });
const askName = () => inputRequired.elicit({ message: 'Your name?', requestedSchema: nameSchema });

/** A server of one request. Jobs are what the database is to the product: they outlive it. */
export function createFixtures(jobs: Jobs): McpServer {
  const server = new McpServer({ name: 'fixtures', version: '1.0.0' }, { capabilities: taskCapabilities });
  addSimpleTools(server);
  addAskingTools(server);
  addJobs(server, jobs);
  const callApi = async (call: ApiCall) => answerCall(jobs, call);
  addTasks(server, { callApi, showResults: async () => [], publicUrl: 'http://localhost' });
  return server;
}

function addSimpleTools(server: McpServer): void {
  server.registerTool('test_simple_text', {}, () => text('This is a simple text response for testing.'));
  server.registerTool('test_image_content', {}, () => ({
    content: [{ type: 'image', data: 'iVBORw0KGgo=', mimeType: 'image/png' }],
  }));
  server.registerTool('test_error_handling', {}, () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  server.registerTool('test_logging_tool', {}, () => text('There is nothing to log.'));
  server.registerTool('greet', { inputSchema: nameSchema }, ({ name }) => text(`Hello, ${name}!`));
}

function addAskingTools(server: McpServer): void {
  const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'A name?' } }];
  const sample = () => inputRequired.createMessage({ messages, maxTokens: 10 });
  server.registerTool('test_missing_capability', {}, () =>
    inputRequired({ inputRequests: { name: sample() } }),
  );
  server.registerTool('test_streaming_elicitation', {}, () =>
    inputRequired({ inputRequests: { name: askName() } }),
  );
  server.registerTool('test_input_required_result_elicitation', {}, (asked) => {
    const answer = acceptedContent(asked.mcpReq.inputResponses, 'user_name', nameSchema);
    return answer
      ? text(`Hello, ${answer.name}!`)
      : inputRequired({ inputRequests: { user_name: askName() } });
  });
  server.registerTool('test_input_required_result_capabilities', {}, ({ mcpReq }) => {
    const declared = (mcpReq.envelope as Record<string, ClientCapabilities> | undefined)?.[capabilitiesKey];
    return inputRequired({
      inputRequests: {
        ...(declared?.elicitation && { user_name: askName() }),
        ...(declared?.sampling && { greeting: sample() }),
      },
    });
  });
}

function addJobs(server: McpServer, jobs: Jobs): void {
  const start = (asked: ServerContext, seconds: number, ending: Ending, prompt = '') => {
    const now = Date.now();
    const id = randomUUID();
    jobs.set(id, { prompt, createdAt: now, endsAt: now + 1_000 * seconds, ending });
    return acceptsTasks(asked) ? toTaskResult(toGeneration(jobs, id)) : text('It runs');
  };
  server.registerTool(
    'slow_compute',
    { inputSchema: z.object({ seconds: z.number(), label: z.string().optional() }) },
    ({ seconds }, asked) => start(asked, seconds, 'completed'),
  );
  server.registerTool('failing_job', {}, (asked) => start(asked, 1, 'refused'));
  server.registerTool('protocol_error_job', {}, (asked) => start(asked, 1, 'lost'));
  server.registerTool('confirm_delete', {}, (asked) => start(asked, 60, 'completed'));
  server.registerTool('test_tool_with_task', {}, (asked): CallToolResult | InputRequiredResult => {
    const answer = acceptedContent(asked.mcpReq.inputResponses, 'user_name', nameSchema);
    return answer
      ? start(asked, 1, 'completed', answer.name)
      : inputRequired({ inputRequests: { user_name: askName() } });
  });
}

/** Reads and cancels jobs as the API does generations. */
function answerCall(jobs: Jobs, { method, path }: ApiCall): ApiReply {
  const id = path.split('/')[3] ?? '';
  const job = jobs.get(id);
  if (!job) return { isOk: false, body: { code: 'not_found', message: 'Not found' } };
  if (method === 'POST') {
    if (toGeneration(jobs, id).finished_at)
      return { isOk: false, body: { code: 'already_finished', message: 'It has ended' } };
    job.cancelledAt = Date.now();
  }
  return { isOk: true, body: { generation: toGeneration(jobs, id) } };
}

function toGeneration(jobs: Jobs, id: string): PublicGeneration {
  const job = jobs.get(id);
  if (!job) throw new Error('There is no such job');
  const { prompt, createdAt, endsAt, ending, cancelledAt } = job;
  const endedAt = cancelledAt ?? (endsAt <= Date.now() ? endsAt : undefined);
  const ended = ending === 'completed' ? 'completed' : 'failed';
  const status = cancelledAt ? 'cancelled' : endedAt ? ended : 'processing';
  const error = { code: 'content_policy', message: 'It was refused', reason: null, fields: [] };
  const shown = {
    id,
    kind: 'fixture',
    medium: 'image',
    status,
    prompt,
    tags: [],
    outputs: [],
    question: null,
    credits: { held: 0, settled: 0, released: 0 },
    progress: { stage: 'running', stage_started_at: null, expected_seconds: 1, percent: null },
    error: status === 'failed' && ending === 'refused' ? error : null,
    created_at: new Date(createdAt).toISOString(),
    finished_at: endedAt === undefined ? null : new Date(endedAt).toISOString(),
  };
  // Tasks show no more of a generation.
  return shown as unknown as PublicGeneration;
}
