import KeyRound from 'lucide-react/icons/key-round';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

export function NoKeys({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation('developers');
  return (
    <EmptyState
      picture={<KeyRound size={32} strokeWidth={1.5} />}
      title={t('empty.title')}
      text={t('empty.text')}
    >
      <Button look="primary" onClick={onCreate}>
        {t('empty.action')}
      </Button>
    </EmptyState>
  );
}
