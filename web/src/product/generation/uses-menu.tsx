import type { PublicOutput } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import WandSparkles from 'lucide-react/icons/wand-sparkles';
import { useTranslation } from 'react-i18next';
import { inputUses } from '#product/generation/input-uses.ts';
import { Menu } from '#ui/menu.tsx';
import { menuItemLook } from '#ui/menu-item-look.ts';

type UsesMenuProps = {
  output: PublicOutput;
  label: string;
  hasWords?: boolean;
  onChoose?: () => void;
};

/** What else a result can begin, each leading to its form with the file in it. */
export function UsesMenu({ output, label, hasWords, onChoose }: UsesMenuProps) {
  const { t } = useTranslation('preview');
  const uses = inputUses(output);
  if (uses.length === 0) return null;
  const iconPx = hasWords ? 16 : 18;
  return (
    <Menu label={label} icon={<WandSparkles size={iconPx} aria-hidden="true" />} hasWords={hasWords}>
      {uses.map(({ id, target }) => (
        <Link key={id} {...target} role="menuitem" tabIndex={-1} onClick={onChoose} className={menuItemLook}>
          {t(`uses.${id}`)}
        </Link>
      ))}
    </Menu>
  );
}
