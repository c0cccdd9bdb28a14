import type { PublicGeneration } from '@atelier/contract';
import Download from 'lucide-react/icons/download';
import EyeOff from 'lucide-react/icons/eye-off';
import ImageOff from 'lucide-react/icons/image-off';
import { useTranslation } from 'react-i18next';
import { useGenerationAddress } from '#product/generation/actions/generation-address.ts';
import { UsesMenu } from '#product/generation/actions/uses-menu.tsx';
import { downloadName, type ShownOutput, shownOutputs } from '#product/generation/outputs.ts';
import { BlurImage } from '#ui/blur-image.tsx';
import { Tooltip } from '#ui/icon-button.tsx';
import { countImages, ImageGrid } from './image-grid.tsx';

/** The images of a generation, each opening the viewer; a hidden one says why. */
export function ImageResults({ generation }: { generation: PublicGeneration }) {
  const { open } = useGenerationAddress();
  const shown = shownOutputs(generation);
  const total = countImages(generation);
  return (
    <ImageGrid
      generation={generation}
      renderCell={(index) => {
        const output = generation.outputs[index];
        const image = shown.find((candidate) => candidate === output);
        if (!image) return <HiddenImage isFlagged={output?.is_flagged ?? false} />;
        return (
          <ImageTile
            generation={generation}
            output={image}
            place={index + 1}
            total={total}
            onOpen={() => open({ id: generation.id, image: shown.indexOf(image) + 1 })}
          />
        );
      }}
    />
  );
}

function HiddenImage({ isFlagged }: { isFlagged: boolean }) {
  const { t } = useTranslation('preview');
  const Icon = isFlagged ? EyeOff : ImageOff;
  return (
    <div className="absolute inset-0 grid place-content-center justify-items-center gap-2 bg-raised p-4 text-center text-sm text-ink-soft">
      <Icon size={22} aria-hidden="true" className="text-ink-faint" />
      <p>{t(isFlagged ? 'hidden.flagged' : 'hidden.missing')}</p>
    </div>
  );
}

type ImageTileProps = {
  generation: PublicGeneration;
  output: ShownOutput;
  place: number;
  total: number;
  onOpen: () => void;
};

/** One image. A single one has its actions on the card; each of several has its own. */
function ImageTile({ generation, output, place, total, onOpen }: ImageTileProps) {
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

type OutputToolsProps = { generation: PublicGeneration; output: ShownOutput; place: number };

/** The same on the tile of one image among several; appears on hover and focus, always visible on touch screens. */
function OutputTools({ generation, output, place }: OutputToolsProps) {
  const { t } = useTranslation('preview');
  const label = t('downloadOf', { place });
  return (
    <div
      data-controls
      className="absolute right-2 bottom-2 flex gap-1 rounded-md bg-surface/85 opacity-0 transition-opacity duration-150 group-focus-within/cell:opacity-100 group-hover/cell:opacity-100 pointer-coarse:opacity-100"
    >
      <a
        href={`${output.url}?own`}
        download={downloadName(generation, output)}
        aria-label={label}
        className="relative grid size-10 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
      >
        <Download size={18} aria-hidden="true" />
        <Tooltip text={label} />
      </a>
      <UsesMenu output={output} label={t('uses.titleOf', { place })} />
    </div>
  );
}
