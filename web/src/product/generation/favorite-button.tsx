import type { PublicGeneration } from '@atelier/contract';
import Star from 'lucide-react/icons/star';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeFavorite } from '#lib/api/generations.ts';
import { applyGenerations } from '#product/generation/generations-store.ts';
import { showErrorToast } from '#product/messages/show-error-toast.ts';
import { Button } from '#ui/button.tsx';

export function FavoriteButton({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('preview');
  const [isAsking, setAsking] = useState(false);
  const { id, is_favorite: isFavorite } = generation;
  const toggle = async () => {
    setAsking(true);
    try {
      applyGenerations(await changeFavorite(id, !isFavorite));
    } catch (error) {
      showErrorToast(error);
    } finally {
      setAsking(false);
    }
  };
  return (
    <Button
      look="ghost"
      size="sm"
      aria-pressed={isFavorite}
      disabled={isAsking}
      onClick={() => void toggle()}
    >
      <Star size={16} aria-hidden="true" fill={isFavorite ? 'currentColor' : 'none'} />
      {t('favorite')}
    </Button>
  );
}
