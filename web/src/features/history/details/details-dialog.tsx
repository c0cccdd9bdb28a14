import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { ReceiptSection } from '#product/receipt/receipt.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { historyTypeOf } from '../history-type-of.ts';
import { RowActions } from '../row-actions.tsx';
import { AdjustmentList } from './adjustment-list.tsx';
import { FactList } from './fact-list.tsx';
import { InputFiles } from './input-files.tsx';
import { MediaPanel } from './media-panel.tsx';
import { PromptText } from './prompt-text.tsx';
import { useFileFacts } from './use-file-facts.ts';
import { useParameterFacts } from './use-parameter-facts.ts';

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
