import type { PublicGeneration, PublicOutput } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useTranslation } from 'react-i18next';
import { soundFileName } from '#product/generation/file-names.ts';
import { useSoundWords } from '#product/generation/generation-sound.tsx';
import { regenerateSearch } from '#product/generation/regenerate.ts';
import { buttonLook } from '#ui/button-look.ts';
import { SoundPlayer } from '#ui/sound/sound-player.tsx';
import { AudioDetails } from './audio-details.tsx';

type AudioResultProps = { generation: PublicGeneration; output: PublicOutput; url: string };

/** A finished sound: heard and seen together with the video it was made for. */
export function AudioResult({ generation, output, url }: AudioResultProps) {
  const { t } = useTranslation('audio');
  const words = useSoundWords();
  const { video_url: videoUrl } = generation.input;
  const prompt = generation.prompt || t('withoutPrompt');
  return (
    <>
      <SoundPlayer
        src={url}
        label={t('soundOf', { prompt })}
        peaks={output.peaks}
        durationSeconds={output.duration_seconds ?? 0}
        words={words}
        video={typeof videoUrl === 'string' ? { src: videoUrl, label: t('inputVideo') } : undefined}
      />
      <p className="mt-4 line-clamp-3 text-pretty text-ink-soft wrap-anywhere">{prompt}</p>
      <div className="mt-2 -ml-3 flex flex-wrap gap-1">
        <a href={url} download={soundFileName(output)} className={buttonLook('ghost', 'sm')}>
          <Download size={16} aria-hidden="true" />
          {t('download')}
        </a>
        <Link
          to="/creator/video-to-audio"
          search={regenerateSearch(generation)}
          className={buttonLook('ghost', 'sm')}
        >
          <RefreshCw size={16} aria-hidden="true" />
          {t('again')}
        </Link>
      </div>
      <AudioDetails generation={generation} output={output} />
    </>
  );
}
