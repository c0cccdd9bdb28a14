import type { PublicGeneration } from '@atelier/contract';
import Captions from 'lucide-react/icons/captions';
import ChevronDown from 'lucide-react/icons/chevron-down';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import { useTranslation } from 'react-i18next';
import { fetchFile, fillPath } from '#lib/api/request.ts';
import { saveBlob } from '#lib/save-file.ts';
import { useSingleRun } from '#lib/use-single-run.ts';
import { nameDownload } from '#product/acts/use-act.ts';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { showErrorToast } from '#product/messages/message-toasts.ts';
import { useCaptions } from '#product/transcript/use-captions.ts';
import { Menu } from '#ui/menu.tsx';
import { MenuItem } from '#ui/menu-item.tsx';
import { showToast } from '#ui/show-toast.ts';
import { sheetRow } from './viewer-sheet.tsx';

type CaptionedDownloadProps = {
  generation: PublicGeneration;
  output: ShownOutput | undefined;
  /** A row of the sheet of a phone; a menu beside the button by default. */
  isRow?: boolean;
};

/** Downloads a video with its captions in the picture; nothing where there are no captions. */
export function CaptionedDownload({ generation, output, isRow = false }: CaptionedDownloadProps) {
  const { t } = useTranslation('viewer');
  const { isRunning, run } = useSingleRun(showErrorToast);
  const captions = useCaptions(generation, output);
  if (!captions || !output) return null;
  const { id: generationId, outputs } = generation;
  const save = () =>
    run(async () => {
      const hide = showToast(t('captioned.making'), { durationMs: Number.POSITIVE_INFINITY });
      try {
        const path = fillPath('/api/generations/{id}/captioned', { id: generationId });
        const video = await fetchFile(`${path}?output=${outputs.findIndex(({ id }) => id === output.id)}`);
        saveBlob(video, nameDownload(generation, { ...output, content_type: video.type }));
      } finally {
        hide();
      }
    });
  if (isRow) {
    return (
      <button type="button" aria-busy={isRunning} className={sheetRow} onClick={save}>
        <Captions size={20} aria-hidden="true" />
        {t('captioned.download')}
      </button>
    );
  }
  const face = isRunning ? (
    <LoaderCircle size={18} aria-hidden="true" className="animate-spin" />
  ) : (
    <ChevronDown size={18} aria-hidden="true" />
  );
  return (
    <Menu
      label={t('formats')}
      button={{
        variant: 'secondary',
        size: 'md',
        className: 'px-2.5!',
        'aria-busy': isRunning,
        children: face,
      }}
    >
      <MenuItem icon={<Captions size={16} />} onSelect={save}>
        {t('captioned.menu')}
      </MenuItem>
    </Menu>
  );
}
