import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#ui/dialog.tsx';
import { RowActions } from '../row-actions.tsx';
import { AdjustmentList } from './adjustment-list.tsx';
import { FactList } from './fact-list.tsx';
import { InputFiles } from './input-files.tsx';
import { MediaPanel } from './media-panel.tsx';
import { PromptText } from './prompt-text.tsx';
import { useFileFacts } from './use-file-facts.ts';
import { useParameterFacts } from './use-parameter-facts.ts';
import { useReceiptFacts } from './use-receipt-facts.ts';

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
  const receipt = useReceiptFacts(generation);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('details.title')}
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
          <FactList title={t('details.receipt')} facts={receipt} />
        </div>
      </div>
    </Dialog>
  );
}
