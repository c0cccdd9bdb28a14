import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyText } from '#product/copyable.tsx';
import { ResultQuestion } from '#product/generation/actions/result-question.tsx';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { isText } from '#product/media-facts.build.ts';
import { kindTarget } from '#product/navigation/kind-target.ts';
import { buttonVariants } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { PanelActions } from '../actions/panel-actions.tsx';
import type { Layout } from '../use-panel.ts';
import { Differences } from './differences.tsx';
import { BatchLink } from './generation-sections.tsx';
import { MadeWith } from './made-with.tsx';
import { PanelFolds } from './panel-folds.tsx';

type GenerationPanelProps = {
  generation: PublicGeneration;
  output: ShownOutput | undefined;
  compared: PublicGeneration | undefined;
  layout: Layout;
  /** Opens another generation in its place. */
  onOpen: (id: string) => void;
  onTag: () => void;
};

/** Actions on a generation, and all that is known of it: beside the stage, or below it in a page. */
export function GenerationPanel(props: GenerationPanelProps) {
  const { generation, output, compared, layout, onOpen, onTag } = props;
  const { t } = useTranslation('viewer');
  const titleId = useId();
  const isWide = layout === 'wide';
  return (
    <section
      data-around
      aria-labelledby={titleId}
      className={
        isWide
          ? 'flex w-96 shrink-0 flex-col border-line bg-canvas'
          : 'mx-auto w-full max-w-3xl shrink-0 bg-canvas'
      }
      style={isWide ? { borderLeftWidth: 1 } : undefined}
    >
      <h3 id={titleId} className={compared ? 'px-4 pt-3 font-semibold' : 'sr-only'}>
        {t(compared ? 'compare.title' : 'details')}
      </h3>
      {compared || layout === 'phone' ? null : (
        <PanelActions key={generation.id} generation={generation} output={output} />
      )}
      <div
        // A box that scrolls has to be reachable by keyboard.
        tabIndex={isWide ? 0 : undefined}
        className={classNames('px-4 pt-3 pb-6', isWide && 'min-h-0 flex-1 overflow-y-auto')}
      >
        {compared ? (
          <Differences pair={[generation, compared]} />
        ) : (
          <div key={generation.id} className="grid grid-cols-1 gap-4">
            <ResultQuestion generation={generation} />
            <PromptText generation={generation} />
            <BatchLink generation={generation} />
            <MadeWith generation={generation} output={output} />
            <PanelFolds generation={generation} onOpen={onOpen} onTag={onTag} />
          </div>
        )}
      </div>
    </section>
  );
}

/** The whole prompt as it was written, and what one does with it. Nothing for an empty one. */
function PromptText({ generation }: { generation: PublicGeneration }) {
  const { t } = useTranslation(['viewer', 'history']);
  const { kind, medium, prompt } = generation;
  if (prompt === '') return null;
  const label = t(isText[medium] ? 'viewer:question' : 'history:details.prompt');
  return (
    <section>
      <div className="flex items-center gap-1">
        <h4 className="flex-1 text-sm font-semibold text-ink">{label}</h4>
        <CopyText text={prompt} label={t('history:details.copy', { label })} />
        {isText[medium] ? null : (
          <Link
            {...kindTarget(kind, medium)}
            search={{ prompt }}
            className={buttonVariants('ghost', 'sm', '-mr-3 pointer-coarse:min-h-11')}
          >
            {t('viewer:use')}
          </Link>
        )}
      </div>
      <p dir="auto" className="text-ink whitespace-pre-wrap wrap-anywhere">
        {prompt}
      </p>
    </section>
  );
}
