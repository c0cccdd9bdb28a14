import type { FrameBody, PublicGeneration } from '@atelier/contract';
import { useNavigate } from '@tanstack/react-router';
import Camera from 'lucide-react/icons/camera';
import Clapperboard from 'lucide-react/icons/clapperboard';
import Film from 'lucide-react/icons/film';
import MoveRight from 'lucide-react/icons/move-right';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#lib/save-file.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { cutFrame } from '#product/api/generations.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { kindTarget } from '#product/navigation/kind-target.ts';
import { Menu } from '#ui/menu.tsx';
import { MenuItem } from '#ui/menu-item.tsx';
import { downloadName, type ShownOutput } from '../outputs.ts';

type FramesMenuProps = { generation: PublicGeneration; output: ShownOutput; hasLabel?: boolean };

/** Menu for single frames of a finished video. The page has to have loaded the messages of `preview`. */
export function FramesMenu({ generation, output, hasLabel }: FramesMenuProps) {
  const { t } = useTranslation('preview');
  const navigate = useNavigate();
  const { run } = useSingleRun(showErrorToast);
  if (!output.content_type.startsWith('video/')) return null;

  const cut = (at: FrameBody['at']) =>
    cutFrame(generation.id, { at, output: generation.outputs.indexOf(output) });
  const save = () => run(async () => saveFrame(generation, output, await cut(shownSeconds(output))));
  const openForm = (kindId: string, field: string) =>
    run(async () => {
      const address = await cut('last');
      await navigate({ ...kindTarget(kindId), search: { [field]: address } });
    });
  return (
    <Menu
      label={t('frames.title')}
      icon={<Film size={hasLabel ? 16 : 18} aria-hidden="true" />}
      hasLabel={hasLabel}
    >
      <MenuItem onSelect={save} icon={<Camera size={16} />}>
        {t('frames.save')}
      </MenuItem>
      <MenuItem onSelect={() => openForm('image-to-video', 'image_url')} icon={<Clapperboard size={16} />}>
        {t('frames.continue')}
      </MenuItem>
      <MenuItem
        onSelect={() => openForm('first-to-last-frame', 'start_image_url')}
        icon={<MoveRight size={16} />}
      >
        {t('frames.lead')}
      </MenuItem>
    </Menu>
  );
}

/** Position of this video's player in seconds; 0 when it has not been played. */
function shownSeconds({ url }: ShownOutput): number {
  const players = [...document.querySelectorAll('video')].filter(
    ({ src }) => new URL(src, location.href).href === new URL(url, location.href).href,
  );
  // The dialog's player, which comes last in the document, is the one in front.
  return players.findLast(({ currentTime }) => currentTime > 0)?.currentTime ?? 0;
}

function saveFrame(generation: PublicGeneration, output: ShownOutput, address: string): void {
  const name = downloadName(generation, output).replace(/\.[^.]+$/, '.png');
  const { pathname, href } = new URL(address);
  // Our own route without its host, which may be another name of this site's: a browser takes it for another site.
  saveFile(pathname.startsWith('/media/') ? pathname : href, name);
}
