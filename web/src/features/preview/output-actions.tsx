import type { PublicGeneration } from '@atelier/contract';
import Download from 'lucide-react/icons/download';
import { useTranslation } from 'react-i18next';
import { downloadName } from '#product/generation/file-names.ts';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { UsesMenu } from '#product/generation/uses-menu.tsx';
import { buttonLook } from '#ui/button-look.ts';

type OutputActionsProps = {
  generation: PublicGeneration;
  output: ShownOutput;
  /** The result is about to begin something else. */
  onUse?: () => void;
};

/** What can be done with one file of a result. */
export function OutputActions({ generation, output, onUse }: OutputActionsProps) {
  const { t } = useTranslation('preview');
  return (
    <>
      <a href={output.url} download={downloadName(generation, output)} className={buttonLook('ghost', 'sm')}>
        <Download size={16} aria-hidden="true" />
        {t('download')}
      </a>
      <UsesMenu output={output} label={t('uses.title')} hasWords onChoose={onUse} />
    </>
  );
}
