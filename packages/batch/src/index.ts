export { type Batcher, type BatcherSettings, createBatcher } from './create-batcher.ts';
