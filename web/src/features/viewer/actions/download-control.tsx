import type { PublicGeneration } from '@atelier/contract';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Copy from 'lucide-react/icons/copy';
import Download from 'lucide-react/icons/download';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { nameDownload } from '#product/acts/use-act.ts';
import { saveAnswer } from '#product/generation/actions/save-answer.ts';
import { isJoinable, useSoundedVideo } from '#product/generation/actions/sounded-video.ts';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { mediumViews } from '#product/media/index.ts';
import { isHeard } from '#product/media-facts.build.ts';
import { buttonVariants } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { MenuItem, menuItemClassName } from '#ui/menu-item.tsx';
import { showToast } from '#ui/show-toast.ts';
import { VideoFormats } from './video-formats.tsx';

export type DownloadProps = { generation: PublicGeneration; output: ShownOutput | undefined };

type DownloadControlProps = DownloadProps & {
  className: string;
  iconPx: number;
  /** Label in place of the one that says what is downloaded or copied. */
  label?: string;
};

/** Downloads a work: its file, its video with the sound, or the words of an answer. */
export function DownloadControl({ generation, output, className, iconPx, label }: DownloadControlProps) {
  const { t } = useTranslation(['viewer', 'preview', 'understanding', 'shell']);
  const { isMaking, save } = useSoundedVideo(generation, output);
  const answer = mediumViews[generation.medium].copyText?.(generation);
  if (answer) {
    return (
      <button type="button" className={className} onClick={() => void copy(answer)}>
        <Copy size={iconPx} aria-hidden="true" />
        {label === undefined ? t('viewer:copyAnswer') : t('understanding:copy')}
      </button>
    );
  }
  if (!output) return null;
  const face = (name: string): ReactNode => (
    <>
      <Download size={iconPx} aria-hidden="true" />
      {label ?? name}
    </>
  );
  if (hasVideo(generation)) {
    return (
      <button type="button" data-key="d" aria-busy={isMaking} className={className} onClick={save}>
        {face(t('preview:acts.joined'))}
      </button>
    );
  }
  return (
    <a
      data-key="d"
      href={`${output.url}?own`}
      download={nameDownload(generation, output)}
      className={className}
    >
      {face(t('viewer:download'))}
    </a>
  );

  async function copy(text: string) {
    try {
      await navigator.clipboard.writeText(text);
      showToast(t('shell:copied'), { tone: 'success' });
    } catch {
      showToast(t('shell:copyFailed'), { tone: 'error' });
    }
  }
}

/** The other formats, where there are any. */
export function FormatMenu({ generation, output }: DownloadProps) {
  const { t } = useTranslation(['viewer', 'understanding']);
  const answer = mediumViews[generation.medium].copyText?.(generation);
  if (isVideo(output)) return <VideoFormats key={generation.id} generation={generation} output={output} />;
  if (!answer && !(output && hasVideo(generation))) return null;
  return (
    <Menu
      label={t('viewer:formats')}
      button={{
        variant: 'secondary',
        size: 'md',
        className: 'px-2.5!',
        children: <ChevronDown size={18} aria-hidden="true" />,
      }}
    >
      {answer ? (
        <FormatItem
          name={t('viewer:saveText')}
          onSelect={() => {
            saveAnswer(generation, answer);
            showToast(t('understanding:downloaded'), { tone: 'success' });
          }}
        />
      ) : null}
      {!answer && output ? (
        <a
          href={`${output.url}?own`}
          download={nameDownload(generation, output)}
          role="menuitem"
          tabIndex={-1}
          className={menuItemClassName}
        >
          <Download size={16} aria-hidden="true" />
          {t('viewer:soundAlone')}
        </a>
      ) : null}
    </Menu>
  );
}

function FormatItem({ name, onSelect }: { name: string; onSelect: () => void }) {
  return (
    <span data-key="d">
      <MenuItem icon={<Download size={16} />} onSelect={onSelect}>
        {name}
      </MenuItem>
    </span>
  );
}

/** Classes of the filled button on top of the panel. */
export const filledDownload = buttonVariants('primary', 'md', 'min-w-0 flex-1');

export function isVideo(output: ShownOutput | undefined): boolean {
  return output?.content_type.startsWith('video/') === true;
}

function hasVideo(generation: PublicGeneration): boolean {
  return isHeard[generation.medium] === true && isJoinable(generation);
}
