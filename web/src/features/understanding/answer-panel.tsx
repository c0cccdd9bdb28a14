import type { PublicGeneration } from '@atelier/contract';
import Download from 'lucide-react/icons/download';
import Plus from 'lucide-react/icons/plus';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { CopyText } from '#product/copyable.tsx';
import { ButtonAction } from '#product/generation/actions/actions.tsx';
import { saveAnswer } from '#product/generation/actions/save-answer.ts';
import { TranscriptPart } from '#product/transcript/transcript-part.tsx';
import { FormattedText } from '#ui/formatted-text.tsx';
import { MediaThumb } from '#ui/media-thumb.tsx';
import { showToast } from '#ui/show-toast.ts';

type AnswerPanelProps = { generation: PublicGeneration; answer: string; onNew: () => void };

export function AnswerPanel({ generation, answer, onNew }: AnswerPanelProps) {
  const { t } = useTranslation('understanding');
  const save = () => {
    saveAnswer(generation, answer);
    showToast(t('downloaded'), { tone: 'success' });
  };
  return (
    <article aria-label={generation.prompt} className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <header className="grid gap-4 sm:grid-cols-[10rem_minmax(0,1fr)] sm:items-center">
        <div className="relative aspect-video overflow-hidden rounded-lg bg-stage sm:aspect-4/3">
          <InputImage generation={generation} />
        </div>
        <div className="min-w-0">
          <p dir="auto" className="text-lg font-medium text-pretty wrap-anywhere">
            {generation.prompt}
          </p>
          <p className="mt-1 text-xs text-ink-faint">{useFacts(generation).join(' · ')}</p>
        </div>
      </header>
      <section aria-label={t('answer')} className="max-w-prose leading-7">
        <FormattedText text={answer} />
      </section>
      <div className="-ml-3 flex flex-wrap gap-1">
        <CopyText text={answer} label={t('copy')} isWide />
        <ButtonAction Icon={Download} label={t('download')} onClick={save} />
        <ButtonAction Icon={Plus} label={t('newAnalysis')} onClick={onNew} />
      </div>
    </article>
  );
}

/** Transcript of a file, in place of an answer. */
export function TranscriptPanel({ generation, onNew }: Omit<AnswerPanelProps, 'answer'>) {
  const { t } = useTranslation('transcript');
  return (
    <article aria-label={t('title')} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <header>
        <p className="text-lg font-medium">{t('title')}</p>
        <p className="mt-1 text-xs text-ink-faint">{useFacts(generation).join(' · ')}</p>
      </header>
      <Suspense fallback={null}>
        <TranscriptPart generation={generation} />
      </Suspense>
      <div className="-ml-3">
        <ButtonAction Icon={Plus} label={t('newAnalysis')} onClick={onNew} />
      </div>
    </article>
  );
}

function useFacts({ input, credits, created_at }: PublicGeneration): string[] {
  const { t, i18n } = useTranslation(['understanding', 'kinds']);
  const settings = (['temperature', 'top_p'] as const).flatMap((name) => {
    const value = input[name];
    return typeof value === 'number' ? [`${t(`kinds:fields.${name}.label`)} ${value}`] : [];
  });
  return [
    t('understanding:credits', { count: credits.cost }),
    ...settings,
    formatDate(created_at, i18n.language),
  ];
}

/** The image that the question is about; nothing when the generation no longer has it. */
export function InputImage({ generation }: { generation: PublicGeneration }) {
  const { image } = generation.input;
  if (typeof image !== 'string' || image === '') return null;
  return <MediaThumb src={image} kind="image" label={generation.prompt} fallback={generation.prompt} />;
}
