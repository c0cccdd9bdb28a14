import type { Medium } from '@atelier/catalog';
import { useTranslation } from 'react-i18next';
import { sampleIds } from '#product/generation/sample-prompts.ts';

type SamplePromptsProps = { medium: Medium; onChoose: (prompt: string) => void };

/** Prompts that fill the form with one press (section 2 of both products). */
export function SamplePrompts({ medium, onChoose }: SamplePromptsProps) {
  const { t } = useTranslation('create');
  const ids = sampleIds[medium];
  if (ids.length === 0) return null;
  return (
    <fieldset className="-mt-4 flex flex-wrap gap-2">
      <legend className="sr-only">{t('samples.label')}</legend>
      {ids.map((id) => (
        <button
          key={id}
          type="button"
          onClick={() => onChoose(t(`samples.${id}.prompt`))}
          className="min-h-8 rounded-full border border-line px-3 text-sm text-ink-soft transition-colors duration-150 hover:border-line-strong hover:text-ink"
        >
          {t(`samples.${id}.title`)}
        </button>
      ))}
    </fieldset>
  );
}
