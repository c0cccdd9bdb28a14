import type { PublicOutput } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import WandSparkles from 'lucide-react/icons/wand-sparkles';
import { useTranslation } from 'react-i18next';
import { findFirstKind } from '#product/navigation/kind-target.ts';
import { pageTarget } from '#product/navigation/menu.ts';
import { Menu } from '#ui/menu.tsx';
import { menuItemClassName } from '#ui/menu-item.tsx';

type UsesMenuProps = {
  output: PublicOutput;
  label: string;
};

/** Links to the forms that take a result as their input. The page has to have loaded `preview`. */
export function UsesMenu({ output, label }: UsesMenuProps) {
  const { t } = useTranslation('preview');
  const fitting = inputUses(output);
  if (fitting.length === 0) return null;
  return (
    <Menu label={label} icon={<WandSparkles size={18} aria-hidden="true" />}>
      {fitting.map(({ id, target }) => (
        <Link key={id} {...target} role="menuitem" tabIndex={-1} className={menuItemClassName}>
          {t(`uses.${id}`)}
        </Link>
      ))}
    </Menu>
  );
}

export type InputUse = {
  /** `preview:uses.<id>` is its label. */
  id: keyof typeof uses;
  /** The kind that its form begins with; undefined where the form has several. */
  kindId: string | undefined;
  target: ReturnType<typeof pageTarget> & { search: Record<string, string> };
};

/** The forms that take a file of a type, below /creator, and the parameter that fills it in. */
const uses = {
  edit: { type: 'image', path: 'image/edit', field: 'image_urls' },
  'image-to-image': { type: 'image', path: 'image/image-to-image', field: 'image' },
  upscale: { type: 'image', path: 'image/upscale', field: 'image' },
  'remove-background': { type: 'image', path: 'image/remove-background', field: 'image' },
  'image-to-video': { type: 'image', path: 'image-to-video/image-to-video', field: 'image' },
  'image-understanding': { type: 'image', path: 'image-understanding', field: 'image' },
  'video-to-audio': { type: 'video', path: 'video-to-audio', field: 'video_url' },
  'upscale-video': { type: 'video', path: 'video/topaz-upscale-video', field: 'video_url' },
} as const;

type FormFile = Pick<PublicOutput, 'content_type' | 'url'>;

/** The forms that take such a file, with its URL filled in. */
export function inputUses({ content_type: type, url }: FormFile): InputUse[] {
  if (url === null) return [];
  return (Object.keys(uses) as InputUse['id'][])
    .filter((id) => type.startsWith(`${uses[id].type}/`))
    .map((id) => ({
      id,
      kindId: findFirstKind(uses[id].path),
      target: { ...pageTarget(uses[id].path), search: { [uses[id].field]: url } },
    }));
}
