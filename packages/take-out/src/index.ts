export { enqueueTakeOut } from './enqueue-take-out.ts';
export { notifyTakeOut, outdateTakeOuts, toPublicTakeOut } from './notify-take-out.ts';
export { type PrepareDeps, prepareTakeOut } from './prepare-take-out.ts';
export { type ReadyTakeOut, readArchive } from './read-archive.ts';
