import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Camera from 'lucide-react/icons/camera';
import Dices from 'lucide-react/icons/dices';
import Ellipsis from 'lucide-react/icons/ellipsis';
import MoveRight from 'lucide-react/icons/move-right';
import WandSparkles from 'lucide-react/icons/wand-sparkles';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegenerateTarget } from '#product/generation/actions/regenerate.ts';
import { useFrames } from '#product/generation/actions/use-frames.ts';
import { inputUses } from '#product/generation/actions/uses-menu.tsx';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { Menu } from '#ui/menu.tsx';
import { MenuItem, menuItemClassName } from '#ui/menu-item.tsx';
import { findGoal, findSeed, listActs } from './list-acts.ts';

type MoreMenuProps = {
  generation: PublicGeneration;
  /** File that forms take; undefined where there is none or where each of several has its own tools. */
  output: ShownOutput | undefined;
  /** Items of the place that offers it, below the others. */
  children?: ReactNode;
};

/** The further uses of a result, beside its acts. The page has to have loaded `preview`. */
export function MoreMenu({ generation, output, children }: MoreMenuProps) {
  const { t } = useTranslation('preview');
  return (
    <Menu label={t('more')} icon={<Ellipsis size={20} aria-hidden="true" />}>
      {output ? <FileItems generation={generation} output={output} /> : null}
      <SeedItem generation={generation} />
      {children}
    </Menu>
  );
}

/** The form as it was, with the seed of this result. */
function SeedItem({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('preview');
  const { search, ...target } = useRegenerateTarget(generation);
  const seed = findSeed(generation);
  if (seed === undefined) return null;
  return (
    <Link
      {...target}
      search={{ ...search, seed }}
      role="menuitem"
      tabIndex={-1}
      className={menuItemClassName}
    >
      <Dices size={16} aria-hidden="true" />
      {t('acts.seed')}
    </Link>
  );
}

function FileItems({ generation, output }: { generation: PublicGeneration; output: ShownOutput }) {
  const { t } = useTranslation('preview');
  useKindClosures();
  const fields = listActs(generation, output).map((id) => findGoal(id, output)?.kindId);
  return (
    <>
      {inputUses(output)
        .filter(({ kindId }) => !fields.includes(kindId))
        .map(({ id, target }) => (
          <Link key={id} {...target} role="menuitem" tabIndex={-1} className={menuItemClassName}>
            <WandSparkles size={16} aria-hidden="true" />
            {t(`uses.${id}`)}
          </Link>
        ))}
      {output.content_type.startsWith('video/') ? (
        <FrameItems generation={generation} output={output} />
      ) : null}
    </>
  );
}

function FrameItems({ generation, output }: { generation: PublicGeneration; output: ShownOutput }) {
  const { t } = useTranslation('preview');
  const { saveShown, openWithLast } = useFrames(generation, output);
  return (
    <>
      <MenuItem onSelect={saveShown} icon={<Camera size={16} />}>
        {t('frames.save')}
      </MenuItem>
      <MenuItem
        onSelect={() => openWithLast('first-to-last-frame', 'start_image_url')}
        icon={<MoveRight size={16} />}
      >
        {t('frames.lead')}
      </MenuItem>
    </>
  );
}
