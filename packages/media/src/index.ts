export { answerCalls } from './answer-calls.ts';
export type { CallFailure } from './call-child.ts';
export { type ChildCaller, createChildCaller } from './child-caller.ts';
export { type ContentType, contentTypeOf, headBytes } from './content-type.ts';
export { createMediaProcess, type MediaProcess } from './create-media-process.ts';
export type { Poster } from './make-poster.ts';
export type { ImageType, NormalizedImage } from './normalize-image.ts';
export type { MediaFacts } from './probe-file.ts';
