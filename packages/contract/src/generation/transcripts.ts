import * as z from 'zod/mini';

/** A part of a transcript as the model reports it; times in seconds. */
const transcriptWord = z.object({
  text: z.string(),
  start: z.optional(z.nullable(z.number())),
  end: z.optional(z.nullable(z.number())),
  /** `word`, `spacing` or `audio_event`. */
  type: z.string(),
  speaker_id: z.optional(z.nullable(z.string())),
});

/** Paragraph of a transcript: the words of one speaker without a long pause. */
const transcriptParagraph = z.object({
  start: z.number(),
  end: z.number(),
  /** Number of the speaker in the order of their first words, from 1; null when speakers are not separated. */
  speaker: z.nullable(z.int()),
  text: z.string(),
});
export type TranscriptParagraph = z.infer<typeof transcriptParagraph>;

/** `GET /api/generations/:id/transcript`. Nothing was said when there are no words. */
export const transcriptReply = z.object({
  language_code: z.string(),
  language_probability: z.nullable(z.number()),
  text: z.string(),
  words: z.array(transcriptWord),
  paragraphs: z.array(transcriptParagraph),
});
export type TranscriptReply = z.infer<typeof transcriptReply>;

/** `GET /api/generations/:id/captions`: the transcripts of a video or a sound, the newest first, and last its own words. */
export const captionsReply = z.object({
  captions: z.array(
    z.object({
      /** The transcription that they are from, or the speech that is heard. */
      generation_id: z.string(),
      /** Index of the output that was transcribed, from 0. */
      output: z.int(),
      /** The language that is spoken, as a BCP 47 tag; `und` when it is not known. */
      language: z.string(),
      /** Address of the captions as WebVTT. */
      url: z.string(),
    }),
  ),
});
export type CaptionsReply = z.infer<typeof captionsReply>;

/** `GET /api/generations/:id/captions/:format`: the captions of a transcription as a file. */
export const captionFileParams = z.object({
  id: z.uuid('This must be a UUID'),
  format: z.enum(['vtt', 'srt', 'txt']),
});
/** `language`: the tag of the language in which speakers are named. */
export const captionFileQuery = z.object({ language: z.optional(z.string().check(z.maxLength(35))) });
