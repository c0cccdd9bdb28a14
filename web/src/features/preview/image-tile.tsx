import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { BlurImage } from '#ui/blur-image.tsx';
import { OutputTools } from './output-tools.tsx';

type ImageTileProps = {
  generation: PublicGeneration;
  output: ShownOutput;
  place: number;
  total: number;
  onOpen: () => void;
};

/** One image; among several it has its own tools, alone those of the card are its own. */
export function ImageTile({ generation, output, place, total, onOpen }: ImageTileProps) {
  const { t } = useTranslation('preview');
  return (
    <>
      <button
        type="button"
        aria-label={total > 1 ? t('openOf', { place, total }) : t('open')}
        onClick={onOpen}
        className="absolute inset-0 cursor-zoom-in overflow-hidden focus-visible:-outline-offset-3"
      >
        <BlurImage
          src={output.url}
          alt=""
          width={output.width ?? undefined}
          height={output.height ?? undefined}
          poster={output.poster_url}
          placeholder={output.placeholder}
        />
      </button>
      {total > 1 ? <OutputTools generation={generation} output={output} place={place} /> : null}
    </>
  );
}
