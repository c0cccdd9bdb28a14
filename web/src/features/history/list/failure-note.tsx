import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { makeExcerpt } from '#product/generation/excerpt.ts';
import { useFailureSentence } from '#product/generation/progress/failure-cause.tsx';

const rowErrorLength = 200;
/** Characters of an error that the grid shows. */
export const tileErrorLength = 100;

type FailureNoteProps = {
  generation: PublicGeneration;
  /** The cause is cut to this many characters, 200 by default. */
  maxLength?: number;
  /** The cause is cut at the end of the line; the credits come first. */
  isOneLine?: boolean;
};

/** Why a generation has no result, and the credits that were returned. Nothing for one that completed. */
export function FailureNote({ generation, maxLength = rowErrorLength, isOneLine }: FailureNoteProps) {
  const { t } = useTranslation('history');
  const sentence = useFailureSentence(generation);
  const { error, credits } = generation;
  if (!error && credits.released === 0) return null;
  const cause = error ? makeExcerpt(sentence, maxLength) : '';
  const returned = credits.released > 0 ? <span>{t('notCharged', { count: credits.released })}</span> : null;
  if (isOneLine) {
    return (
      <p className="flex gap-x-3 text-sm text-ink-soft max-sm:text-xs">
        {returned ? <span className="shrink-0 text-ok-text">{returned}</span> : null}
        {cause ? (
          <span title={sentence} className="min-w-0 truncate">
            {cause}
          </span>
        ) : null}
      </p>
    );
  }
  return (
    <p className="flex flex-wrap gap-x-1.5 text-sm text-ink-soft">
      {cause ? <span title={sentence}>{cause}</span> : null}
      {returned}
    </p>
  );
}
