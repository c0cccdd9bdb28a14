import type { PublicGeneration } from '@atelier/contract';
import Download from 'lucide-react/icons/download';
import { useTranslation } from 'react-i18next';
import { downloadName } from '#product/generation/file-names.ts';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { UsesMenu } from '#product/generation/uses-menu.tsx';
import { Tooltip } from '#ui/tooltip.tsx';

type OutputToolsProps = { generation: PublicGeneration; output: ShownOutput; place: number };

/** On one image of several: its own download and uses. Seen on hover and focus, and always without a pointer. */
export function OutputTools({ generation, output, place }: OutputToolsProps) {
  const { t } = useTranslation('preview');
  const label = t('downloadOf', { place });
  return (
    <div className="absolute right-2 bottom-2 flex gap-1 rounded-md bg-surface/85 opacity-0 transition-opacity duration-150 group-focus-within/cell:opacity-100 group-hover/cell:opacity-100 pointer-coarse:opacity-100">
      <a
        href={output.url}
        download={downloadName(generation, output)}
        aria-label={label}
        className="group/tip relative grid size-10 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
      >
        <Download size={18} aria-hidden="true" />
        <Tooltip text={label} />
      </a>
      <UsesMenu output={output} label={t('uses.titleOf', { place })} />
    </div>
  );
}
