import Blend from 'lucide-react/icons/blend';
import ImageIcon from 'lucide-react/icons/image';
import LinkIcon from 'lucide-react/icons/link';
import Plus from 'lucide-react/icons/plus';
import StepForward from 'lucide-react/icons/step-forward';
import { useTranslation } from 'react-i18next';
import { Menu } from '#ui/menu.tsx';
import { MenuItem } from '#ui/menu-item.tsx';
import type { ShotView } from './shot-views.ts';
import type { FilmCommands } from './use-film-commands.ts';

type SeamMenuProps = {
  left: ShotView;
  right: ShotView | undefined;
  commands: FilmCommands;
  onShare: () => void;
};

/** Menu of what can stand between two shots, or behind the last one. */
export function SeamMenu({ left, right, commands, onShare }: SeamMenuProps) {
  const { t } = useTranslation('film');
  const isShared = right !== undefined && left.shot.shares_last;
  const number = left.place + 1;
  return (
    <Menu
      label={t(right ? (isShared ? 'seam.shared' : 'seam.between') : 'seam.behind', {
        left: number,
        right: number + 1,
      })}
      align="start"
      button={{
        variant: 'ghost',
        size: 'sm',
        className: 'h-18 w-8 px-0! pointer-coarse:w-11',
        'aria-busy': commands.isCutting,
        children: isShared ? (
          <LinkIcon size={16} aria-hidden="true" />
        ) : (
          <Plus size={16} aria-hidden="true" />
        ),
      }}
    >
      <MenuItem icon={<Plus size={16} />} onSelect={() => commands.add(left.place + 1)}>
        {t('seam.insert')}
      </MenuItem>
      {right ? (
        <MenuItem icon={<ImageIcon size={16} />} onSelect={onShare}>
          {t('seam.share')}
        </MenuItem>
      ) : null}
      {right?.shown && left.shown ? (
        <MenuItem icon={<Blend size={16} />} onSelect={() => commands.fill(left, right)}>
          {t('seam.fill')}
        </MenuItem>
      ) : null}
      {left.shown ? (
        <MenuItem icon={<StepForward size={16} />} onSelect={() => commands.goOn(left)}>
          <span>
            {t('seam.goOn')}
            <span className="block text-xs text-ink-faint">{t('seam.softens')}</span>
          </span>
        </MenuItem>
      ) : null}
    </Menu>
  );
}
