import {
  type Cue,
  listParagraphs,
  makeCues,
  writeSrt,
  writeTranscript,
  writeVtt,
} from '@atelier/catalog/captions';
import { readTranscript, type Transcript } from '@atelier/catalog/server';
import {
  AppError,
  captionFileParams,
  captionFileQuery,
  captionsReply,
  idParams,
  transcriptReply,
} from '@atelier/contract';
import { findTranscript, getOwnGeneration } from '@atelier/db';
import { fillWords, readServerWords } from '@atelier/words';
import { create as contentDisposition } from 'content-disposition';
import * as z from 'zod/mini';
import type { Api, RouteDeps } from '../../api.ts';
import { signedIn } from '../auth/session.ts';
import { listCaptions } from './list-captions.ts';

const tags = ['generations'];
const config = { keyScopes: ['read' as const] };
const anyText = { schema: z.string() };
const contentTypes = { vtt: 'text/vtt', srt: 'application/x-subrip', txt: 'text/plain' } as const;

export function transcriptRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/generations/:id/transcript',
    {
      config,
      schema: {
        tags,
        summary: 'Get the words of a transcription or of a speech with their times and speakers',
        description: 'Times are in seconds. There are no words where nothing was said.',
        params: idParams,
        response: { 200: transcriptReply },
      },
    },
    async (request) => {
      const { text, transcript } = await getTranscript(deps, request.params.id, signedIn(request).userId);
      const cues = makeCues(transcript.words);
      const numbers = numberSpeakers(cues);
      const paragraphs = listParagraphs(cues).map(({ speaker, ...paragraph }) => ({
        ...paragraph,
        speaker: speaker === undefined ? null : (numbers.get(speaker) ?? null),
      }));
      return { ...transcript, text, paragraphs };
    },
  );
}

/** The captions of a video or a sound, and each of them as a file. */
export function captionRoutes(api: Api, deps: RouteDeps): void {
  api.get(
    '/api/generations/:id/captions',
    {
      config,
      schema: {
        tags,
        summary: 'List the captions of a video or a sound',
        description:
          'They are from your transcriptions of it, the newest first, 20 at most, and last from the words that came with a speech, also of a video that speaks it.',
        params: idParams,
        response: { 200: captionsReply },
      },
    },
    async (request) => {
      const { userId } = signedIn(request);
      const { generation } = await getOwnGeneration(deps.db.pool, request.params.id, userId);
      const rows = await listCaptions(deps.db.pool, generation);
      return {
        captions: rows.map(({ generation_id, output_position, language_code }) => ({
          generation_id,
          output: output_position,
          language: toLanguageTag(language_code),
          url: `/api/generations/${generation_id}/captions/vtt`,
        })),
      };
    },
  );

  api.get(
    '/api/generations/:id/captions/:format',
    {
      config,
      schema: {
        tags,
        summary: 'Download the words of a transcription or of a speech as captions or as a text',
        description:
          'Cues have two lines at most, of 42 letters or 16 Chinese ones, and stay as long as they take to read. `language` is that of the names of speakers.',
        params: captionFileParams,
        querystring: captionFileQuery,
        response: {
          200: { content: { 'text/vtt': anyText, 'application/x-subrip': anyText, 'text/plain': anyText } },
        },
      },
    },
    async (request, reply) => {
      const { id, format } = request.params;
      const { transcript } = await getTranscript(deps, id, signedIn(request).userId);
      return reply
        .type(`${contentTypes[format]}; charset=utf-8`)
        .header('cache-control', 'private, no-cache')
        .header('content-disposition', contentDisposition(`transcript.${format}`, { type: 'attachment' }))
        .send(writeFile(transcript, format, request.query.language ?? 'en'));
    },
  );
}

function writeFile({ words }: Transcript, format: keyof typeof contentTypes, language: string): string {
  const cues = makeCues(words);
  if (format === 'srt') return writeSrt(cues);
  const nameSpeaker = createSpeakerNames(cues, language);
  return format === 'vtt' ? writeVtt(cues, nameSpeaker) : writeTranscript(cues, nameSpeaker);
}

/** Throws AppError: not_found for a generation without a transcript. */
async function getTranscript({ db }: RouteDeps, id: string, userId: string) {
  const row = await findTranscript(db.pool, { id, userId });
  const transcript = readTranscript(row?.transcript);
  if (!row || !transcript) throw new AppError('not_found');
  return { text: row.text ?? joinWords(transcript.words), transcript };
}

/** The words of speech as one text. */
function joinWords(words: Transcript['words']): string {
  return words
    .map(({ text }) => text)
    .join('')
    .trim();
}

/** BCP 47 prefers codes of two letters, as browsers do. */
function toLanguageTag(code: string): string {
  return /^[a-z]{2,3}$/i.test(code) ? (Intl.getCanonicalLocales(code)[0] ?? 'und') : 'und';
}

const wordsIn = readServerWords<{ speaker: string }>('captions');

/** Numbers of speakers in the order of their first words, from 1: the model's own names are ids. */
function numberSpeakers(cues: readonly Cue[]): ReadonlyMap<string, number> {
  const speakers = new Set(cues.flatMap(({ speaker }) => speaker ?? []));
  return new Map([...speakers].map((speaker, place) => [speaker, place + 1]));
}

/** Names the speakers of these cues in a language. */
function createSpeakerNames(cues: readonly Cue[], language: string): (speaker: string) => string {
  const numbers = numberSpeakers(cues);
  const { speaker: words } = wordsIn(language);
  return (speaker) => fillWords(words, { number: numbers.get(speaker) ?? speaker });
}
