import type { PublicOutput } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import WandSparkles from 'lucide-react/icons/wand-sparkles';
import { useTranslation } from 'react-i18next';
import { pageTarget } from '#lib/navigation/menu.ts';
import { Menu } from '#ui/menu.tsx';
import { menuItemClassName } from '#ui/menu-item.tsx';

type UsesMenuProps = {
  output: PublicOutput;
  label: string;
  /** Shows the label beside the icon. */
  hasLabel?: boolean;
};

/** Links to the forms that take a result as their input. The page has to have loaded `preview`. */
export function UsesMenu({ output, label, hasLabel }: UsesMenuProps) {
  const { t } = useTranslation('preview');
  const uses = inputUses(output);
  if (uses.length === 0) return null;
  const iconPx = hasLabel ? 16 : 18;
  return (
    <Menu label={label} icon={<WandSparkles size={iconPx} aria-hidden="true" />} hasLabel={hasLabel}>
      {uses.map(({ id, target }) => (
        <Link key={id} {...target} role="menuitem" tabIndex={-1} className={menuItemClassName}>
          {t(`uses.${id}`)}
        </Link>
      ))}
    </Menu>
  );
}

type InputUse = {
  /** `preview:uses.<id>` is its label. */
  id: 'image-to-image' | 'image-to-video' | 'image-understanding' | 'video-to-audio';
  target: ReturnType<typeof pageTarget> & { search: Record<string, string> };
};

/** The forms that take such a file, with its URL filled in. */
export function inputUses({ content_type: type, url }: PublicOutput): InputUse[] {
  if (url === null) return [];
  if (type.startsWith('image/')) {
    return [
      { id: 'image-to-image', target: { ...pageTarget('image/image-to-image'), search: { image: url } } },
      {
        id: 'image-to-video',
        target: { ...pageTarget('image-to-video/image-to-video'), search: { image: url } },
      },
      { id: 'image-understanding', target: { ...pageTarget('image-understanding'), search: { image: url } } },
    ];
  }
  if (type.startsWith('video/')) {
    return [
      { id: 'video-to-audio', target: { ...pageTarget('video-to-audio'), search: { video_url: url } } },
    ];
  }
  return [];
}
