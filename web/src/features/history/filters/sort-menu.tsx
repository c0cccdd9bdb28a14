import ArrowUpDown from 'lucide-react/icons/arrow-up-down';
import { useTranslation } from 'react-i18next';
import { Menu } from '#ui/menu.tsx';
import { MenuItem } from '#ui/menu-item.tsx';
import type { ViewProps } from '../history-medium.ts';

/** Chooses the order of the list. */
export function SortMenu({ view, onView }: ViewProps) {
  const { t } = useTranslation('library');
  return (
    <Menu label={t('sort.label')} icon={<ArrowUpDown size={20} />} tooltipSide="below-end">
      {([undefined, 'oldest', 'model', 'credits', 'status'] as const).map((sort) => (
        <MenuItem
          key={sort ?? 'newest'}
          isChecked={view.sort === sort}
          onSelect={() => onView({ ...view, page: 1, sort })}
        >
          {t(`sort.${sort ?? 'newest'}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
