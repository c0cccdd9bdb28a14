export { answerCalls } from './answer-calls.ts';
export type { CallFailure } from './call-child.ts';
export type { BurnedVideo, BurnRefusal, BurnRequest } from './captions/burn-captions.ts';
export { type ChildCaller, createChildCaller } from './child-caller.ts';
export { type ContentType, detectContentType, headBytes } from './content-type.ts';
export { createMediaProcess, type MediaProcess } from './create-media-process.ts';
export type { RenderClip, RenderedCut, RenderRequest } from './cut/render-request.ts';
export type { FoundFrame, FrameMoment } from './cut-frame.ts';
export type { FramePlace } from './export/write-frames.ts';
export { type Fault, faults, type Inspection } from './inspect/inspection.ts';
export type { Poster } from './make-poster.ts';
export type { MuxedVideo } from './mux-sound.ts';
export type { ImageType, NormalizedImage } from './normalize-image.ts';
export type { MediaFacts } from './probe-file.ts';
export type { SigningCredentials } from './provenance/cose-sign1.ts';
export {
  createFileSigner,
  type FileSigner,
  type SigningOutcome,
  signingOutcomes,
} from './provenance/create-file-signer.ts';
export { reasonAgainst, type SignRequest } from './provenance/sign-file.ts';
