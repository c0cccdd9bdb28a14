import type { PublicGeneration } from '@atelier/contract';
import Download from 'lucide-react/icons/download';
import { useTranslation } from 'react-i18next';
import { FramesMenu } from '#product/generation/actions/frames-menu.tsx';
import { UsesMenu } from '#product/generation/actions/uses-menu.tsx';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { downloadName } from '#product/generation/outputs.ts';
import { buttonVariants } from '#ui/button.tsx';
import { Tooltip } from '#ui/icon-button.tsx';

type OutputActionsProps = { generation: PublicGeneration; output: ShownOutput };

/** Download and further uses of one output. */
export function OutputActions({ generation, output }: OutputActionsProps) {
  const { t } = useTranslation('preview');
  return (
    <>
      <a
        href={`${output.url}?own`}
        download={downloadName(generation, output)}
        className={buttonVariants('ghost', 'sm')}
      >
        <Download size={16} aria-hidden="true" />
        {t('download')}
      </a>
      <UsesMenu output={output} label={t('uses.title')} hasLabel />
      <FramesMenu generation={generation} output={output} hasLabel />
    </>
  );
}

type OutputToolsProps = { generation: PublicGeneration; output: ShownOutput; place: number };

/** The same on the tile of one image among several; appears on hover and focus, always visible on touch screens. */
export function OutputTools({ generation, output, place }: OutputToolsProps) {
  const { t } = useTranslation('preview');
  const label = t('downloadOf', { place });
  return (
    <div className="absolute right-2 bottom-2 flex gap-1 rounded-md bg-surface/85 opacity-0 transition-opacity duration-150 group-focus-within/cell:opacity-100 group-hover/cell:opacity-100 pointer-coarse:opacity-100">
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
