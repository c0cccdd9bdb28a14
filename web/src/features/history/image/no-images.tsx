import { Link } from '@tanstack/react-router';
import Image from 'lucide-react/icons/image';
import { useTranslation } from 'react-i18next';
import { kindTarget } from '#lib/navigation/kind-target.ts';
import { buttonLook } from '#ui/button-look.ts';
import { NothingHere } from '../history-empty-state.tsx';
import { countFilters, type ImageView, noFilters } from './image-view.ts';

type NoImagesProps = { view: ImageView; onView: (view: ImageView) => void };

export function NoImages({ view, onView }: NoImagesProps) {
  const { t } = useTranslation('history');
  return (
    <NothingHere
      type="image"
      search={view.search}
      isFiltered={countFilters(view.filters) > 0}
      page={view.page}
      onShowAll={() => onView({ ...view, page: 1, search: '', filters: noFilters })}
      picture={<Image size={32} strokeWidth={1.5} />}
      formLink={
        <Link {...kindTarget('flux-dev')} className={buttonLook('primary')}>
          {t('types.image.empty.action')}
        </Link>
      }
    />
  );
}
