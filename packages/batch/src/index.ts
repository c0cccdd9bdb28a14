export { type AskerSettings, createAsker } from './create-asker.ts';
export { type Batcher, type BatcherSettings, createBatcher } from './create-batcher.ts';
