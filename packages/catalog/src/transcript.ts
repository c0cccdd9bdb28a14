import * as z from 'zod/mini';
import { type Transcript, timedWordSchema } from './captions/timed-words.ts';
import type { OutputFormat } from './outputs.ts';
import { toStorable } from './storable.ts';

const schema = z.object({
  text: z.string(),
  language_code: z.string(),
  language_probability: z.catch(z.nullable(z.number()), null),
  words: z.array(timedWordSchema),
});

/** Result of Scribe. A text without a word is a result too: it says that nothing was said. */
export const transcriptOutputs: OutputFormat = {
  readOutputs(result) {
    const { text, words, language_code, language_probability } = schema.parse(result);
    return {
      files: [],
      text: toStorable(text).trim(),
      transcript: {
        language_code: toStorable(language_code),
        language_probability,
        words: words.map((word) => ({ ...word, text: toStorable(word.text) })),
      },
    };
  },
  toResult: ({ text, transcript }) => ({ text: text ?? '', ...(readTranscript(transcript) ?? empty) }),
};

const empty: Transcript = { language_code: '', language_probability: null, words: [] };
const storedSchema = z.omit(schema, { text: true });

/** Reads the stored transcript of an output; undefined when it has none. */
export function readTranscript(stored: unknown): Transcript | undefined {
  return stored === null || stored === undefined ? undefined : storedSchema.parse(stored);
}
