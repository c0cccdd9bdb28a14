import { useTranslation } from 'react-i18next';
import { Collapsible } from '#ui/collapsible.tsx';

const steps = ['video', 'prompt', 'settings', 'result'] as const;

/** How a sound is made for a video. */
export function AudioInstructions() {
  const { t } = useTranslation('audio');
  return (
    <Collapsible title={t('instructions.title')}>
      <ol className="grid list-decimal gap-2 pl-5 text-sm text-ink-soft">
        {steps.map((step) => (
          <li key={step}>{t(`instructions.${step}`)}</li>
        ))}
      </ol>
    </Collapsible>
  );
}
