export { type Batcher, type BatcherSettings, createBatcher } from './create-batcher.ts';
export { type CoalescerSettings, createCoalescer } from './create-coalescer.ts';
export { createGroupCommit, runOncePerId } from './create-group-commit.ts';
