import type { PublicGeneration } from '@atelier/contract';
import Film from 'lucide-react/icons/film';
import { useTranslation } from 'react-i18next';
import { useStartFilm } from '#product/films/use-start-film.ts';
import { MenuItem } from '#ui/menu-item.tsx';
import { BarButton } from './bar-button.tsx';

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

/** In the order of the library; in that of the choice where not all of it is loaded. */
function toShownOrder({ generations, shown }: FilmProps): readonly PublicGeneration[] {
  const places = new Map(shown.map(({ id }, place) => [id, place]));
  if (!generations.every(({ id }) => places.has(id))) return generations;
  return generations.toSorted((one, other) => (places.get(one.id) ?? 0) - (places.get(other.id) ?? 0));
}
