import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { HistorySearchBox } from '../history-search-box.tsx';
import { FilterButton } from './image-filters.tsx';
import type { ImageView } from './image-view.ts';

type ImageBarProps = {
  view: ImageView;
  onView: (view: ImageView) => void;
  onSearch: (search: string) => void;
};

/** Search, filters and the choice of view. */
export function ImageBar({ view, onView, onSearch }: ImageBarProps) {
  const { t } = useTranslation('image-history');
  const isGrid = view.viewMode === 'grid';
  return (
    <div className="flex items-center gap-2">
      <div className="min-w-0 flex-1">
        <HistorySearchBox type="image" value={view.search} onSearch={onSearch} />
      </div>
      <FilterButton filters={view.filters} onFilters={(filters) => onView({ ...view, filters, page: 1 })} />
      <IconButton
        label={t(isGrid ? 'view.list' : 'view.grid')}
        onClick={() => onView({ ...view, viewMode: isGrid ? 'list' : 'grid' })}
      >
        {isGrid ? <List size={20} aria-hidden="true" /> : <LayoutGrid size={20} aria-hidden="true" />}
      </IconButton>
    </div>
  );
}
