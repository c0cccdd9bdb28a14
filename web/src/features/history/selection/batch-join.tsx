import { cutLimits } from '@atelier/catalog/cuts';
import type { PublicGeneration } from '@atelier/contract';
import { useNavigate } from '@tanstack/react-router';
import Scissors from 'lucide-react/icons/scissors';
import { useTranslation } from 'react-i18next';
import { shownOutputs } from '#product/generation/outputs.ts';
import { MenuItem } from '#ui/menu-item.tsx';
import { BarButton } from './bar-button.tsx';

type JoinProps = { generations: readonly PublicGeneration[] };

/** Joins the selected videos, or the selected sounds, on the cutting bench; absent while something else is selected. */
export function BatchJoin({ generations }: JoinProps) {
  const { t } = useTranslation('library');
  const join = useJoin(generations);
  if (!join) return null;
  return <BarButton Icon={Scissors} label={t('batch.join')} shortcut="J" isHidden onClick={join} />;
}

/** The same in the menu of a narrow bar. */
export function JoinItem({ generations }: JoinProps) {
  const { t } = useTranslation('library');
  const join = useJoin(generations);
  if (!join) return null;
  return (
    <MenuItem icon={<Scissors size={16} />} onSelect={join}>
      {t('batch.joinInBench')}
    </MenuItem>
  );
}

function useJoin(generations: readonly PublicGeneration[]): (() => void) | undefined {
  const navigate = useNavigate();
  const readType = (generation: PublicGeneration) => shownOutputs(generation)[0]?.content_type.split('/')[0];
  const [type, ...others] = new Set(generations.map(readType));
  const canJoin = (type === 'video' || type === 'audio') && others.length === 0;
  if (!canJoin || generations.length > cutLimits.clips) return undefined;
  const works = generations.map(({ id }) => id).join();
  return () => void navigate({ to: '/creator/cut', search: { works } });
}
