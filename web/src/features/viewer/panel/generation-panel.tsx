import type { PublicGeneration } from '@atelier/contract';
import X from 'lucide-react/icons/x';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format.ts';
import { CopyText } from '#product/copyable.tsx';
import { ResultQuestion } from '#product/generation/actions/result-question.tsx';
import { FactSection } from '#product/generation/facts.tsx';
import { useKindOnceLoaded } from '#product/kinds/kinds.ts';
import { ReceiptSection } from '#product/receipt/receipt.tsx';
import { Settled } from '#product/settled.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Panel } from '../use-panel.ts';
import { Differences } from './differences.tsx';
import { useFileFacts, useParameterFacts } from './generation-facts.ts';
import { AdjustmentList, BatchLink, InputFiles, SeedLink, TagList } from './generation-sections.tsx';
import { LineageSection } from './lineage-section.tsx';

type GenerationPanelProps = {
  generation: PublicGeneration;
  compared: PublicGeneration | undefined;
  panel: Panel;
  /** Opens another generation in its place. */
  onOpen: (id: string) => void;
};

/** Everything that is known of a generation, beside the picture; on a phone a sheet over its lower part. */
export function GenerationPanel({ generation, compared, panel, onOpen }: GenerationPanelProps) {
  const { t } = useTranslation('viewer');
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      // A box that scrolls has to be reachable by keyboard.
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is such a box
      tabIndex={0}
      className={
        panel.isSheet
          ? 'absolute inset-x-0 bottom-0 z-20 max-h-[80dvh] animate-arrive overflow-y-auto bg-surface shadow-float max-sm:rounded-t-xl'
          : 'w-96 shrink-0 overflow-y-auto border-line bg-surface'
      }
      style={panel.isSheet ? undefined : { borderLeftWidth: 1 }}
    >
      <div className="sticky top-0 z-10 flex items-center justify-between bg-surface px-4 pt-3 pb-1">
        <h3 id={titleId} className="font-semibold">
          {t(compared ? 'compare.title' : 'details')}
        </h3>
        {panel.isSheet ? (
          <IconButton label={t('closeDetails')} isSmall tooltipSide="left" onClick={panel.toggle}>
            <X size={18} aria-hidden="true" />
          </IconButton>
        ) : null}
      </div>
      <div className="flex flex-col gap-6 px-4 pt-1 pb-6">
        {compared ? (
          <Differences pair={[generation, compared]} />
        ) : (
          <GenerationDetails key={generation.id} generation={generation} onOpen={onOpen} />
        )}
      </div>
    </section>
  );
}

function GenerationDetails({ generation, onOpen }: Pick<GenerationPanelProps, 'generation' | 'onOpen'>) {
  const { t, i18n } = useTranslation(['viewer', 'history']);
  const parameters = useParameterFacts(generation).filter(({ value }) => value !== generation.prompt);
  const file = useFileFacts(generation);
  const kind = useKindOnceLoaded(generation.kind);
  const { created_at, finished_at } = generation;
  const dates = [
    { label: t('viewer:created'), value: formatDate(created_at, i18n.language) },
    ...(finished_at ? [{ label: t('viewer:finished'), value: formatDate(finished_at, i18n.language) }] : []),
  ];
  const skeleton = <Skeleton className="h-64" />;
  return (
    <>
      <ResultQuestion generation={generation} />
      <PromptText label={t('history:details.prompt')} text={generation.prompt} />
      <PromptText label={t('history:details.negativePrompt')} text={generation.negative_prompt} />
      <BatchLink generation={generation} />
      {kind === undefined ? (
        skeleton
      ) : (
        <Settled skeleton={skeleton}>
          <div className="flex flex-col gap-6">
            <LineageSection generation={generation} onOpen={onOpen} />
            <InputFiles generation={generation} />
            <div className="grid gap-2">
              <FactSection title={t('history:details.parameters')} facts={parameters} />
              <SeedLink generation={generation} />
            </div>
            <AdjustmentList generation={generation} />
            <FactSection title={t('history:details.file')} facts={[...file, ...dates]} />
            <TagList tags={generation.tags} />
            <ReceiptSection generationId={generation.id} revision={generation.revision} />
          </div>
        </Settled>
      )}
    </>
  );
}

/** A whole prompt as it was written, with a copy button. Nothing for an empty one. */
function PromptText({ label, text }: { label: string; text: string }) {
  const { t } = useTranslation('history');
  if (text === '') return null;
  return (
    <section>
      <div className="flex items-center justify-between gap-2">
        <h4 className="text-sm font-medium text-ink">{label}</h4>
        <CopyText text={text} label={t('details.copy', { label })} />
      </div>
      <p dir="auto" className="text-ink whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
    </section>
  );
}
