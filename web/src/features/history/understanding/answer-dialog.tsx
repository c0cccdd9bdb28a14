import Download from 'lucide-react/icons/download';
import { useTranslation } from 'react-i18next';
import { CopyText } from '#product/copyable.tsx';
import { ButtonAction } from '#product/generation/actions.tsx';
import { FactSection } from '#product/generation/facts.tsx';
import { saveAnswer } from '#product/generation/save-answer.ts';
import { ReceiptSection } from '#product/receipt/receipt.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormattedText } from '#ui/formatted-text.tsx';
import { MediaThumb } from '#ui/media-thumb.tsx';
import { showToast } from '#ui/show-toast.ts';
import { useParameterFacts } from '../details-facts.ts';
import type { DetailsProps } from '../history-medium.ts';
import { AnalysisActions } from './analysis-actions.tsx';

/** The whole answer with its image, question, parameters and receipt. */
export function AnswerDialog({ generation, onClose, onDelete }: DetailsProps) {
  const { t } = useTranslation(['history', 'understanding']);
  const parameters = useParameterFacts(generation).filter(({ value }) => value !== generation.prompt);
  const answer = generation.outputs[0]?.text ?? '';
  const { image } = generation.input;
  const save = () => {
    saveAnswer(generation, answer);
    showToast(t('understanding:downloaded'), { tone: 'success' });
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('history:types.image-understanding.details')}
      closeLabel={t('history:details.close')}
      width="wide"
      footer={
        <>
          <CopyText text={answer} label={t('understanding:copy')} isWide />
          <ButtonAction Icon={Download} label={t('understanding:download')} onClick={save} />
          <AnalysisActions generation={generation} onDelete={() => onDelete(generation.id)} />
        </>
      }
    >
      <div className="grid gap-6 lg:grid-cols-[2fr_3fr]">
        <div className="flex min-w-0 flex-col gap-6">
          {typeof image === 'string' ? (
            <div className="relative aspect-4/3 overflow-hidden rounded-lg bg-stage">
              <MediaThumb src={image} kind="image" label={generation.prompt} fallback={image} />
            </div>
          ) : null}
          <FactSection title={t('history:details.parameters')} facts={parameters} />
          <ReceiptSection generationId={generation.id} revision={generation.revision} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <p dir="auto" className="text-lg font-medium text-ink text-pretty wrap-anywhere">
            {generation.prompt}
          </p>
          <div className="leading-7">
            <FormattedText text={answer} />
          </div>
        </div>
      </div>
    </Dialog>
  );
}
