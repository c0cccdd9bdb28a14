// The entry for captions: cues of a transcript, and files of them in both directions. It needs nothing of the kinds.
export type { Cue } from './captions/cues.ts';
export { makeCues } from './captions/make-cues.ts';
export { type CaptionIssue, parseCaptions } from './captions/parse-captions.ts';
export { isSpaceless, joinTexts } from './captions/text-width.ts';
export { type TimedWord, timedWordSchema } from './captions/timed-words.ts';
export {
  type CaptionFormat,
  captionFormats,
  listParagraphs,
  type Paragraph,
  writeSrt,
  writeTranscript,
  writeVtt,
} from './captions/write-captions.ts';
