import type { Kind } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { readTrouble, useModelStatus } from '#product/model-status.ts';

export type ModelTrouble = { label: string; sentence: string; successor: string | null };

/** Reads why a generation of a kind would wait now, or is likely to fail; undefined while neither is so. */
export function useModelTrouble(kind: Kind): ModelTrouble | undefined {
  const { t } = useTranslation(['status', 'preview', 'kinds']);
  const { data } = useModelStatus();
  const status = data?.kinds.find(({ id }) => id === kind.id);
  if (!data || !status) return undefined;
  const trouble = readTrouble(data, kind.id);
  if (!trouble) return undefined;
  const { recent, successor } = status;
  const label = t(`notice.${trouble}`);
  // No other kind does better while the provider takes no work.
  if (data.provider_held_since) return { label, sentence: t('preview:held.provider'), successor: null };
  if (trouble === 'fails')
    return { label, sentence: t('warning', { failed: recent.failed, count: recent.total }), successor };
  return { label, sentence: t('preview:held.model', { name: t(`kinds:kinds.${kind.id}.title`) }), successor };
}
