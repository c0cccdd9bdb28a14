import type { Tools } from '../tools.ts';
import type { Fields, InputOf } from './fields.ts';

/** Order that a model receives when its job runs. */
export type Order<Input> = {
  input: Input;
  /** The prompt without scenario words. */
  prompt: string;
  /** The requested seed, or a chosen one. */
  seed: number;
  /** Whether the first image counts as not safe for work. */
  isFlagged: boolean;
  tools: Tools;
};

/** One fal model: its fields, its duration at lifelike speed, and how its output is made. */
export type Endpoint<F extends Fields = Fields> = {
  id: string;
  /** Decides how [nsfw] and [nofile] turn out. */
  medium: 'video' | 'images' | 'audio' | 'text';
  fields: F;
  /** Time in the queue and time at work, at speed 1. */
  queueMs: number;
  runMs: number;
  /** How many "Step n/N" lines the log gets; 0 for none. */
  steps(input: InputOf<F>): number;
  /** Makes the files and returns the model's output. Throws `ModelFailure` for what fal would refuse. */
  make(order: Order<InputOf<F>>): Promise<Record<string, unknown>>;
};

/** Types `make` and `steps` by the endpoint's own fields, and erases those types for the list of all endpoints. */
export function defineEndpoint<F extends Fields>(endpoint: Endpoint<F>): Endpoint {
  return endpoint as unknown as Endpoint;
}
