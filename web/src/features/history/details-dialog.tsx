import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { FactList } from '#product/generation/facts.tsx';
import { ReceiptSection } from '#product/receipt/receipt.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { AdjustmentList } from './details/adjustment-list.tsx';
import { InputFiles } from './details/input-files.tsx';
import { PromptText } from './details/prompt-text.tsx';
import { useFileFacts } from './details/use-file-facts.ts';
import { useParameterFacts } from './details-facts.ts';
import { MediaPanel } from './details-media.tsx';
import { historyTypeOf } from './history-type-of.ts';
import { RowActions } from './row-actions.tsx';

type DetailsDialogProps = {
  generation: PublicGeneration;
  onClose: () => void;
  onDelete: (id: string) => void;
};

/** One record with everything that is known of it: the clip, what was asked for, the file, the money. */
export function DetailsDialog({ generation, onClose, onDelete }: DetailsDialogProps) {
  const { t } = useTranslation('history');
  const parameters = useParameterFacts(generation);
  const file = useFileFacts(generation);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(`types.${historyTypeOf(generation.medium)}.details`)}
      closeLabel={t('details.close')}
      width="wide"
      footer={<RowActions generation={generation} onDelete={() => onDelete(generation.id)} />}
    >
      <div className="grid gap-6 lg:grid-cols-[3fr_2fr]">
        <div className="flex min-w-0 flex-col gap-6">
          <MediaPanel generation={generation} />
          <PromptText label={t('details.prompt')} text={generation.prompt} />
          <PromptText label={t('details.negativePrompt')} text={generation.negative_prompt} />
        </div>
        <div className="flex min-w-0 flex-col gap-6">
          <InputFiles generation={generation} />
          <FactList title={t('details.parameters')} facts={parameters} />
          <AdjustmentList generation={generation} />
          <FactList title={t('details.file')} facts={file} />
          <ReceiptSection generationId={generation.id} revision={generation.revision} />
        </div>
      </div>
    </Dialog>
  );
}
