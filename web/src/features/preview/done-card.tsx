import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import Info from 'lucide-react/icons/info';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useTranslation } from 'react-i18next';
import { downloadName } from '#lib/generations/download-name.ts';
import { regenerateSearch } from '#lib/generations/regenerate-search.ts';
import { Button } from '#ui/button.tsx';
import { buttonLook } from '#ui/button-look.ts';
import { MediaBox } from '#ui/media-box.tsx';
import { VideoPlayer } from '#ui/video-player.tsx';
import { PromptLine } from './prompt-line.tsx';
import { ShareButton } from './share-button.tsx';

type DoneCardProps = {
  generation: PublicGeneration;
  output: PublicOutput;
  url: string;
  onShowDetails: (generation: PublicGeneration) => void;
};

export function DoneCard({ generation, output, url, onShowDetails }: DoneCardProps) {
  const { t } = useTranslation('preview');
  const width = output.width ?? generation.width ?? 16;
  const height = output.height ?? generation.height ?? 9;
  return (
    <>
      <MediaBox width={width} height={height}>
        <VideoPlayer
          src={url}
          poster={output.poster_url ?? undefined}
          label={generation.prompt}
          width={width}
          height={height}
          className="absolute inset-0 h-full"
        />
      </MediaBox>
      <div className="mt-3">
        <PromptLine generation={generation} />
      </div>
      <div className="mt-2 -ml-3 flex flex-wrap gap-1">
        <a href={url} download={downloadName(generation, output)} className={buttonLook('ghost', 'sm')}>
          <Download size={16} aria-hidden="true" />
          {t('download')}
        </a>
        <Link
          to="/creator/video-generation"
          search={regenerateSearch(generation)}
          className={buttonLook('ghost', 'sm')}
        >
          <RefreshCw size={16} aria-hidden="true" />
          {t('regenerate')}
        </Link>
        <ShareButton generation={generation} />
        <Button look="ghost" size="sm" onClick={() => onShowDetails(generation)}>
          <Info size={16} aria-hidden="true" />
          {t('details')}
        </Button>
      </div>
    </>
  );
}
