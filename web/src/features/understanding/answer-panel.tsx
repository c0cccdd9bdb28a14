import type { PublicGeneration } from '@atelier/contract';
import Download from 'lucide-react/icons/download';
import Plus from 'lucide-react/icons/plus';
import { useTranslation } from 'react-i18next';
import { saveAnswer } from '#lib/files/save-answer.ts';
import { Button } from '#ui/button.tsx';
import { CopyButton } from '#ui/copy-button.tsx';
import { FormattedText } from '#ui/formatted-text.tsx';
import { showToast } from '#ui/show-toast.ts';
import { AnalysisFacts } from './analysis-facts.tsx';
import { AskedImage } from './asked-image.tsx';

type AnswerPanelProps = { generation: PublicGeneration; answer: string; onNew: () => void };

export function AnswerPanel({ generation, answer, onNew }: AnswerPanelProps) {
  const { t } = useTranslation('understanding');
  return (
    <article aria-label={generation.prompt} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-4 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-center">
        <div className="relative aspect-video overflow-hidden rounded-lg bg-stage sm:aspect-4/3">
          <AskedImage generation={generation} />
        </div>
        <div className="min-w-0">
          <p className="text-lg font-medium text-pretty wrap-anywhere">{generation.prompt}</p>
          <AnalysisFacts generation={generation} />
        </div>
      </header>
      <section aria-label={t('answer')} className="max-w-prose leading-7">
        <FormattedText text={answer} />
      </section>
      <div className="-ml-3 flex flex-wrap gap-1">
        <CopyButton
          text={answer}
          label={t('copy')}
          copiedLabel={t('copied')}
          onFailed={() => showToast(t('copyFailed'), { tone: 'error' })}
          isWide
        />
        <Button
          look="ghost"
          size="sm"
          onClick={() => {
            saveAnswer(generation, answer);
            showToast(t('downloaded'), { tone: 'success' });
          }}
        >
          <Download size={16} aria-hidden="true" />
          {t('download')}
        </Button>
        <Button look="ghost" size="sm" onClick={onNew}>
          <Plus size={16} aria-hidden="true" />
          {t('newAnalysis')}
        </Button>
      </div>
    </article>
  );
}
