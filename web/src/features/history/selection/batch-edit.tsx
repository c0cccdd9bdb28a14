import { cutLimits } from '@atelier/catalog/cuts';
import type { PublicGeneration } from '@atelier/contract';
import { useNavigate } from '@tanstack/react-router';
import Film from 'lucide-react/icons/film';
import Scissors from 'lucide-react/icons/scissors';
import { useTranslation } from 'react-i18next';
import { useStartFilm } from '#product/films/use-start-film.ts';
import { shownOutputs } from '#product/generation/outputs.ts';
import { MenuItem } from '#ui/menu-item.tsx';
import { BarButton } from './bar-button.tsx';

// Make one video of several works: joined on the cutting bench, or as a film of shots.

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

type FilmProps = {
  generations: readonly PublicGeneration[];
  /** Everything that is loaded, as it is shown. */
  shown: readonly PublicGeneration[];
};

/** Makes a film of the selected videos and pictures; absent while there is none of them. */
export function BatchFilm(props: FilmProps) {
  const { t } = useTranslation('library');
  const { isRunning, start } = useStartFilm(toShownOrder(props));
  if (!start) return null;
  return (
    <BarButton
      Icon={Film}
      label={t('batch.film')}
      title={t('batch.makeFilm')}
      shortcut="S"
      isHidden
      aria-busy={isRunning}
      onClick={start}
    />
  );
}

/** The same in the menu of a narrow bar. */
export function FilmItem(props: FilmProps) {
  const { t } = useTranslation('library');
  const { start } = useStartFilm(toShownOrder(props));
  if (!start) return null;
  return (
    <MenuItem icon={<Film size={16} />} onSelect={start}>
      {t('batch.makeFilm')}
    </MenuItem>
  );
}

/** Sorts works in the order of the library; keeps that of the choice where not all of them are loaded. */
function toShownOrder({ generations, shown }: FilmProps): readonly PublicGeneration[] {
  const places = new Map(shown.map(({ id }, place) => [id, place]));
  if (!generations.every(({ id }) => places.has(id))) return generations;
  return generations.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}
