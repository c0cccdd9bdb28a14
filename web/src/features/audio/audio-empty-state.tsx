import AudioLines from 'lucide-react/icons/audio-lines';
import { useTranslation } from 'react-i18next';
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
