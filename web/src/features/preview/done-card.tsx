import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Info from 'lucide-react/icons/info';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useTranslation } from 'react-i18next';
import { ActRow } from '#product/acts/act-row.tsx';
import { MoreMenu } from '#product/acts/more-menu.tsx';
import { FavoriteButton } from '#product/generation/actions/favorite-button.tsx';
import { useRegenerateTarget } from '#product/generation/actions/regenerate.ts';
import { downloadName, type ShownOutput, shownOutputs, soundFileName } from '#product/generation/outputs.ts';
import { useVideoLabels } from '#product/generation/pictures/video-labels.ts';
import { isHeard, isSet } from '#product/media-facts.build.ts';
import { ShareAction } from '#product/share/share-action.tsx';
import { MediaBox } from '#ui/media-box.tsx';
import { MenuItem, menuItemClassName } from '#ui/menu-item.tsx';
import { VideoPlayer } from '#ui/video/video-player.tsx';
import { countImages } from './image-grid.tsx';
import { ImageResults } from './image-results.tsx';
import { footHeight, PromptLine } from './prompt-line.tsx';

type DoneCardProps = {
  generation: PublicGeneration;
  /** The first shown output. */
  output: ShownOutput;
  /** Whether the generation ended while this page was open. */
  isArriving: boolean;
  onShowDetails: (generation: PublicGeneration) => void;
};

/** The result that has the stage, large and with what can be done next. */
export function DoneCard({ generation, output, isArriving, onShowDetails }: DoneCardProps) {
  return (
    <>
      {isSet[generation.medium] ? (
        <ImageResults generation={generation} />
      ) : (
        <VideoResult generation={generation} output={output} isArriving={isArriving} />
      )}
      <PartialNote generation={generation} />
      <ResultFoot generation={generation} onShowDetails={onShowDetails} />
    </>
  );
}

function VideoResult({ generation, output, isArriving }: Omit<DoneCardProps, 'onShowDetails'>) {
  const labels = useVideoLabels();
  const asked = { width: generation.width ?? 16, height: generation.height ?? 9 };
  const width = output.width ?? asked.width;
  const height = output.height ?? asked.height;
  return (
    <MediaBox
      width={width}
      height={height}
      kept={isArriving ? asked : undefined}
      backdrop={output.poster_url}
      color={output.placeholder}
    >
      <VideoPlayer
        src={output.url}
        poster={output.poster_url ?? undefined}
        label={generation.prompt}
        labels={labels}
        width={width}
        height={height}
        fps={output.fps}
        fileName={downloadName(generation, output)}
        isAutoPlaying
        isArriving={isArriving}
        className="absolute inset-0 h-full"
      />
    </MediaBox>
  );
}

/** Says how many of the requested results are missing, why, and that they were not charged. */
function PartialNote({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation('preview');
  if (generation.status !== 'partial') return null;
  const total = countImages(generation);
  const flagged = generation.outputs.filter((output) => output.is_flagged).length;
  const missing = total - flagged - shownOutputs(generation).length;
  return (
    <div className="mt-3 text-sm">
      {flagged > 0 ? <p>{t('partial.flagged', { count: flagged, total })}</p> : null}
      {missing > 0 ? <p>{t('partial.missing', { count: missing, total })}</p> : null}
      {generation.credits.released > 0 ? (
        <p className="font-medium text-ok-text">{t('returned', { count: generation.credits.released })}</p>
      ) : null}
    </div>
  );
}

type ResultFootProps = Pick<DoneCardProps, 'generation' | 'onShowDetails'>;

/** The prompt, the facts and the acts, as high as what a running generation has in their place. */
export function ResultFoot({ generation, onShowDetails }: ResultFootProps) {
  const { t } = useTranslation('preview');
  const [first, second] = shownOutputs(generation);
  // Each of several has tools of its own.
  const output = second ? undefined : first;
  const again = useRegenerateTarget(generation);
  return (
    <div
      className="mt-3 grid grid-cols-[minmax(0,1fr)] content-start gap-2"
      style={{ minHeight: footHeight }}
    >
      <div className="-mt-1 flex items-center">
        <div className="min-w-0 flex-1">
          <PromptLine generation={generation} isTitle />
        </div>
        <FavoriteButton generation={generation} />
        <ShareAction isIcon isToolbar generation={generation} label={t('share')} />
        <MoreMenu generation={generation} output={output}>
          <Link {...again} role="menuitem" tabIndex={-1} className={menuItemClassName}>
            <RefreshCw size={16} aria-hidden="true" />
            {t('regenerate')}
          </Link>
          <MenuItem onSelect={() => onShowDetails(generation)} icon={<Info size={16} />}>
            {t('details')}
          </MenuItem>
        </MoreMenu>
      </div>
      <ActRow
        generation={generation}
        output={output}
        fileName={output && isHeard[generation.medium] ? soundFileName(output) : undefined}
      />
    </div>
  );
}
