export { AtelierError, type Issue } from './atelier-error.ts';
export {
  type Account,
  type Atelier,
  type Batch,
  type Created,
  type CreatedBatch,
  createAtelier,
  type Line,
  type Quote,
  type SubmissionFields,
} from './create-atelier.ts';
export type { FieldSchema, KindDescription, Model } from './describe-kinds.ts';
export type { paths } from './schema.gen.ts';
export type { ConnectionOptions } from './send.ts';
export { type Generation, isRunning, type WatchOptions } from './watch.ts';
