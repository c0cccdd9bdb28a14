import type { PublicGeneration } from '@atelier/contract';
import Globe from 'lucide-react/icons/globe';
import Lock from 'lucide-react/icons/lock';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeVisibility } from '#lib/api/generations.ts';
import { applyGeneration } from '#product/generation/generations-store.ts';
import { showErrorToast } from '#product/messages/show-error-toast.ts';
import { Button } from '#ui/button.tsx';

/** Public or private; says which it is now. */
export function ShareButton({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('preview');
  const [isAsking, setAsking] = useState(false);
  const { id, is_public: isPublic } = generation;
  const toggle = async () => {
    setAsking(true);
    try {
      applyGeneration(await changeVisibility(id, !isPublic));
    } catch (error) {
      showErrorToast(error);
    } finally {
      setAsking(false);
    }
  };
  const Icon = isPublic ? Globe : Lock;
  return (
    <Button look="ghost" size="sm" aria-pressed={isPublic} disabled={isAsking} onClick={() => void toggle()}>
      <Icon size={16} aria-hidden="true" />
      {t(isPublic ? 'public' : 'private')}
    </Button>
  );
}
