import type { PublicGeneration } from '@atelier/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '#lib/api/request.ts';
import { useRead } from '#lib/use-read.ts';
import type { CaptionSwitch } from '#ui/use-caption.ts';
import type { ShownOutput } from '../generation/outputs.ts';
import { readKept, writeKept } from '../kept/kept.ts';

/** Who walks through works passes most of them. */
const restMs = 300;

/**
 * The captions of a file, from the newest transcription that the user has had made of it, and whether they want to see
 * captions; undefined where there are none. The page has to have loaded `preview`.
 */
export function useCaptions(
  { id, outputs }: PublicGeneration,
  output: ShownOutput | undefined,
): CaptionSwitch | undefined {
  const { t } = useTranslation('preview');
  const [isShown, setShown] = useState(() => readKept('captions') === true);
  const { reply } = useRead(
    output && id,
    (signal) => request('GET /api/generations/{id}/captions', { params: { id }, signal }),
    { restMs },
  );
  const newest = reply?.captions.find((captions) => outputs[captions.output]?.id === output?.id);
  if (!newest) return undefined;
  return {
    src: newest.url,
    language: newest.language,
    label: t('player.captions'),
    isShown,
    onToggle() {
      writeKept('captions', isShown ? undefined : true);
      setShown(!isShown);
    },
  };
}
