import type { PublicGeneration } from '@atelier/contract';
import type { LucideIcon } from 'lucide-react';
import Captions from 'lucide-react/icons/captions';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Film from 'lucide-react/icons/film';
import Images from 'lucide-react/icons/images';
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

const formats = ['webm', 'gif', 'webp', 'frames'] as const;
type Format = 'captioned' | (typeof formats)[number];

const icons: Readonly<Record<Format, LucideIcon>> = {
  captioned: Captions,
  webm: Film,
  gif: Film,
  webp: Film,
  frames: Images,
};

type VideoFormatsProps = {
  generation: PublicGeneration;
  output: ShownOutput | undefined;
  /** Rows of the sheet of a phone; a menu beside the button by default. */
  isRow?: boolean;
};

/** Downloads a video in another format: with its captions in the picture where there are any, or written again. */
export function VideoFormats({ generation, output, isRow = false }: VideoFormatsProps) {
  const { t } = useTranslation('viewer');
  const { isRunning, save } = useSave(generation, output);
  const captions = useCaptions(generation, output);
  const listed: readonly Format[] = captions ? ['captioned', ...formats] : formats;
  if (isRow) {
    return listed.map((format) => {
      const Icon = icons[format];
      return (
        <button
          key={format}
          type="button"
          aria-busy={isRunning}
          className={sheetRow}
          onClick={() => save(format)}
        >
          <Icon size={20} aria-hidden="true" />
          {t(`format.rows.${format}`)}
        </button>
      );
    });
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
      {listed.map((format) => {
        const Icon = icons[format];
        return (
          <MenuItem key={format} icon={<Icon size={16} />} onSelect={() => save(format)}>
            {t(`format.${format}`)}
          </MenuItem>
        );
      })}
    </Menu>
  );
}

/** Fetches a file that is made for the request, and says meanwhile that it takes its time. */
function useSave(generation: PublicGeneration, output: ShownOutput | undefined) {
  const { t } = useTranslation('viewer');
  const { isRunning, run } = useSingleRun(showErrorToast);
  const { id, outputs } = generation;
  const save = (format: Format) =>
    void run(async () => {
      if (!output) return;
      const hide = showToast(t(format === 'captioned' ? 'captioned.making' : 'format.making'), {
        durationMs: Number.POSITIVE_INFINITY,
      });
      try {
        const place = `output=${outputs.findIndex((each) => each.id === output.id)}`;
        const file = await fetchFile(
          format === 'captioned'
            ? `${fillPath('/api/generations/{id}/captioned', { id })}?${place}`
            : `${fillPath('/api/generations/{id}/export', { id })}?format=${format}&${place}`,
        );
        const name = nameDownload(generation, { ...output, content_type: file.type });
        saveBlob(file, format === 'frames' ? name.replace(/\.\w+$/, '-frames.zip') : name);
      } finally {
        hide();
      }
    });
  return { isRunning, save };
}
