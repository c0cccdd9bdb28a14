import type { PublicGeneration } from '@atelier/contract';
import type { CallToolResult, ContentBlock, InputRequiredResult } from '@modelcontextprotocol/server';
import type * as z from 'zod';
import type { Create } from '../ask-owner.ts';
import type { ApiReply, CallApi } from '../call-api.ts';
import type { ShowResults } from '../show-results.ts';

/** Fits all that one request asks for. */
export type ServerToolContext = {
  callApi: CallApi;
  showResults: ShowResults;
  publicUrl: string;
};

export type ToolContext = ServerToolContext & {
  create: Create;
  /** Makes a result of a generation that was started, where the host follows tasks. */
  toTask?: ((generation: PublicGeneration) => CallToolResult) | undefined;
};

/** A tool for agents. Its description and schema take part of an agent's attention in every conversation: keep them short. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  input: z.ZodObject;
  /** Hints for hosts, which ask their user before other tools than reading ones. */
  hints: { readOnlyHint: boolean; idempotentHint: boolean; destructiveHint: boolean };
  run: (context: ToolContext, input: never) => Promise<CallToolResult | InputRequiredResult>;
};

export const reading = { readOnlyHint: true, idempotentHint: true, destructiveHint: false };

type TypedTool<Input extends z.ZodObject> = Omit<Tool, 'input' | 'run'> & {
  input: Input;
  run: (context: ToolContext, input: z.infer<Input>) => ReturnType<Tool['run']>;
};

/** Ties what a tool runs with to its schema. */
export function defineTool<Input extends z.ZodObject>(tool: TypedTool<Input>): Tool {
  return tool;
}

/** A reply as an agent reads it, with pictures and links after it. */
export function reply(content: Record<string, unknown>, more: readonly ContentBlock[] = []): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(content) }, ...more], structuredContent: content };
}

/** A refusal of the API: its code, its sentence, and what it is about. */
export function refuse({ body }: ApiReply): CallToolResult {
  const { success: _success, trace_id: _traceId, ...refused } = body;
  return { ...reply({ refused }), isError: true };
}
