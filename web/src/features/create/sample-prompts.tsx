import { useTranslation } from 'react-i18next';
import { sampleIds } from '#lib/sample-prompts.ts';

/** Prompts that fill the form with one press (product-1 section 2). */
export function SamplePrompts({ onChoose }: { onChoose: (prompt: string) => void }) {
  const { t } = useTranslation('create');
  return (
    <fieldset className="mt-3 flex flex-wrap gap-2">
      <legend className="sr-only">{t('samples.label')}</legend>
      {sampleIds.map((id) => (
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
