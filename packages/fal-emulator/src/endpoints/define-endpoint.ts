import type { Tools } from '../tools.ts';
import type { Fields, InputOf } from './fields.ts';

/** What a model is given when its turn comes. */
export type Order<Input> = {
  input: Input;
  /** The prompt without scenario markers. */
  prompt: string;
  /** The seed asked for, or one chosen. */
  seed: number;
  /** Whether the first picture counts as not safe for work. */
  isFlagged: boolean;
  tools: Tools;
};

/** One fal model: what it takes, how long it lasts at lifelike speed, and how its output is made. */
export type Endpoint<F extends Fields = Fields> = {
  id: string;
  /** Decides what a flagged prompt and a result without files look like. */
  medium: 'video' | 'images' | 'audio' | 'text';
  fields: F;
  /** Time in the queue and time at work, at speed 1. */
  queueMs: number;
  runMs: number;
  /** How many "Step n/N" lines the log gets; 0 for none. */
  steps(input: InputOf<F>): number;
  /** Makes the files and returns the model's output as fal would. Throws `ModelFailure` for what fal refuses. */
  make(order: Order<InputOf<F>>): Promise<Record<string, unknown>>;
};

/** Keeps the types of an endpoint's own fields while it is written, and forgets them for the list of all. */
export function defineEndpoint<F extends Fields>(endpoint: Endpoint<F>): Endpoint {
  return endpoint as unknown as Endpoint;
}
