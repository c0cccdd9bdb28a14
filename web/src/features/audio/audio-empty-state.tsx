import AudioLines from 'lucide-react/icons/audio-lines';
import { useTranslation } from 'react-i18next';
import { Collapsible } from '#ui/collapsible.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

/** Where the sounds will be, as long as there are none. */
export function AudioEmptyState() {
  const { t } = useTranslation('audio');
  return (
    <div className="grid wide:min-h-[60dvh] wide:content-center">
      <EmptyState
        picture={<AudioLines size={40} strokeWidth={1.25} />}
        title={t('placeholder.title')}
        text={t('placeholder.text')}
      />
    </div>
  );
}

const steps = ['video', 'prompt', 'settings', 'result'] as const;

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
