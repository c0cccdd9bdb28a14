import type { Medium } from '@atelier/catalog';
import type { EndPayload } from '@atelier/contract';
import type { BatchEnd } from '@atelier/db';
import { fillWords, readServerWords } from '@atelier/words';

type PushWords = {
  done: Readonly<Record<Medium, string>>;
  failed: Readonly<Record<Medium, string>>;
  partial: string;
  open: string;
  notCharged: string;
  batch: string;
  counts: string;
  countsWithFailed: string;
  asked: string;
  answer: string;
};
const wordsIn = readServerWords<PushWords>('push');

/**
 * Texts of a notification. They leave out the prompt, because a locked phone shows them to others
 * (docs/adr/0018-web-push.md).
 */
export function notificationTexts(
  { medium, status }: Pick<EndPayload, 'medium' | 'status'>,
  language: string,
): Pick<EndPayload, 'title' | 'body'> {
  const texts = wordsIn(language);
  if (status === 'failed') return { title: texts.failed[medium], body: texts.notCharged };
  return { title: status === 'partial' ? texts.partial : texts.done[medium], body: texts.open };
}

/** Texts for a batch as a whole. They leave out its name, for the same reason. */
export function batchTexts(
  { completed, failed }: Pick<BatchEnd, 'completed' | 'failed'>,
  language: string,
): Pick<EndPayload, 'title' | 'body'> {
  const { batch, counts, countsWithFailed } = wordsIn(language);
  return { title: batch, body: fillWords(failed > 0 ? countsWithFailed : counts, { completed, failed }) };
}

/** Texts for a program that asks to spend credits. They leave out what for. */
export function approvalTexts(language: string): Pick<EndPayload, 'title' | 'body'> {
  const { asked, answer } = wordsIn(language);
  return { title: asked, body: answer };
}
