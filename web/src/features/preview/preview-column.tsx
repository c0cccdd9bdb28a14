import type { PublicGeneration } from '@atelier/contract';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGenerations } from '#product/generation/generations-store.ts';
import type { Showcase } from '#product/generation/showcase.ts';
import { ErrorState } from '#ui/error-state.tsx';
import { JobCard, type JobCardActions, type ResultLook } from './generation-card.tsx';
import { JobNews } from './job-news.tsx';
import { PreviewLoading } from './preview-loading.tsx';
import { PreviewPlaceholder } from './preview-placeholder.tsx';
import { ShowcaseVideo } from './showcase-video.tsx';
import { useRecentGenerations } from './use-recent-generations.ts';

type PreviewColumnProps = JobCardActions &
  ResultLook & {
    medium: PublicGeneration['medium'];
    /** Records whose deletion is under way. */
    hiddenIds: ReadonlySet<string>;
    showcase?: Showcase;
    /** Stands where nothing is yet, in place of sample prompts. */
    placeholder?: ReactNode;
  };

/** The user's newest jobs of a medium, running ones as they move. */
export function PreviewColumn(props: PreviewColumnProps) {
  const { medium, hiddenIds, showcase, placeholder, onRetry, onShowDetails, renderResult } = props;
  const { t } = useTranslation('preview');
  const recent = useRecentGenerations(medium);
  const cards = useGenerations(medium).filter(({ generation }) => !hiddenIds.has(generation.id));
  return (
    <section aria-label={t('title')} className="mx-auto grid w-full max-w-4xl gap-10 p-4 sm:p-6 wide:py-8">
      <h2 className="sr-only">{t('title')}</h2>
      <JobNews cards={cards} />
      {showcase ? <ShowcaseVideo key={showcase.videoUrl} showcase={showcase} /> : null}
      {cards.map((card) => (
        <JobCard key={card.key} {...{ card, onRetry, onShowDetails, renderResult }} />
      ))}
      {cards.length === 0 ? chooseEmpty() : null}
    </section>
  );

  function chooseEmpty() {
    if (recent.isLoading) return <PreviewLoading />;
    if (recent.isFailed) {
      return (
        <ErrorState title={t(`loadFailed_${medium}`)} retryLabel={t('tryAgain')} onRetry={recent.readAgain} />
      );
    }
    return placeholder ?? <PreviewPlaceholder medium={medium} />;
  }
}
