import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Info from 'lucide-react/icons/info';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useTranslation } from 'react-i18next';
import { FavoriteButton } from '#product/generation/actions/favorite-button.tsx';
import { useRegenerateTarget } from '#product/generation/actions/regenerate.ts';
import { downloadName, type ShownOutput, shownOutputs } from '#product/generation/outputs.ts';
import { useVideoLabels } from '#product/generation/pictures/video-labels.ts';
import { isSet } from '#product/media-facts.build.ts';
import { ShareAction } from '#product/share/share-action.tsx';
import { Button, buttonVariants } from '#ui/button.tsx';
import { MediaBox } from '#ui/media-box.tsx';
import { VideoPlayer } from '#ui/video/video-player.tsx';
import { countImages } from './image-grid.tsx';
import { ImageResults } from './image-results.tsx';
import { OutputActions } from './output-actions.tsx';
import { PromptLine } from './prompt-line.tsx';

type DoneCardProps = {
  generation: PublicGeneration;
  /** The first shown output. */
  output: ShownOutput;
  /** The newest result plays. */
  isHero: boolean;
  /** Whether the generation ended while this page was open. */
  isArriving: boolean;
  onShowDetails: (generation: PublicGeneration) => void;
};

export function DoneCard({ generation, output, isHero, isArriving, onShowDetails }: DoneCardProps) {
  return (
    <>
      {isSet[generation.medium] ? (
        <ImageResults generation={generation} />
      ) : (
        <VideoResult generation={generation} output={output} isHero={isHero} isArriving={isArriving} />
      )}
      <PartialNote generation={generation} />
      <div className="mt-3">
        <PromptLine generation={generation} />
      </div>
      <ResultActions generation={generation} onShowDetails={onShowDetails} />
    </>
  );
}

type VideoResultProps = Pick<DoneCardProps, 'generation' | 'output' | 'isHero' | 'isArriving'>;

function VideoResult({ generation, output, isHero, isArriving }: VideoResultProps) {
  const labels = useVideoLabels();
  const width = output.width ?? generation.width ?? 16;
  const height = output.height ?? generation.height ?? 9;
  return (
    <MediaBox width={width} height={height}>
      <VideoPlayer
        src={output.url}
        poster={output.poster_url ?? undefined}
        label={generation.prompt}
        labels={labels}
        width={width}
        height={height}
        fps={output.fps}
        fileName={downloadName(generation, output)}
        isAutoPlaying={isHero}
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

type ResultActionsProps = {
  generation: PublicGeneration;
  onShowDetails: (generation: PublicGeneration) => void;
};

/** Actions for the whole result. Of several outputs, each has its own download and uses on its tile instead. */
function ResultActions({ generation, onShowDetails }: ResultActionsProps) {
  const { t } = useTranslation('preview');
  const [first, second] = shownOutputs(generation);
  const again = useRegenerateTarget(generation);
  return (
    <div className="mt-2 -ml-3 flex flex-wrap gap-1">
      {first && !second ? <OutputActions generation={generation} output={first} /> : null}
      <Link {...again} className={buttonVariants('ghost', 'sm')}>
        <RefreshCw size={16} aria-hidden="true" />
        {t('regenerate')}
      </Link>
      {isSet[generation.medium] ? <FavoriteButton generation={generation} variant="labelled" /> : null}
      <ShareAction generation={generation} label={t('share')} />
      <Button variant="ghost" size="sm" onClick={() => onShowDetails(generation)}>
        <Info size={16} aria-hidden="true" />
        {t('details')}
      </Button>
    </div>
  );
}
