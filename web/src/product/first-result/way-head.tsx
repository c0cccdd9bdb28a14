import { PromptMist } from '#product/generation/pictures/prompt-mist.tsx';
import { classNames } from '#ui/class-names.ts';

/** The prompt over the mist of its colours. */
export function MistedPrompt({ prompt, className }: { prompt: string; className?: string }) {
  return (
    <div className={classNames('relative isolate h-28 shrink-0 overflow-hidden text-left', className)}>
      <PromptMist prompt={prompt} className="-z-10" />
      <div className="absolute inset-x-0 bottom-0 bg-linear-to-t from-shade to-transparent px-5 pt-8 pb-3">
        <p dir="auto" title={prompt} className="line-clamp-2 font-medium wrap-anywhere text-on-accent">
          {prompt}
        </p>
      </div>
    </div>
  );
}

const steps = [1, 2, 3] as const;

type WayStepsProps = {
  step: (typeof steps)[number];
  formatLabel: (step: { step: number; total: number }) => string;
};

/** Three bars: sign-in, credits, confirmation. */
export function WaySteps({ step, formatLabel }: WayStepsProps) {
  return (
    <div role="img" aria-label={formatLabel({ step, total: steps.length })} className="flex gap-1.5">
      {steps.map((each) => (
        <span
          key={each}
          className={classNames('h-1 flex-1 rounded-full', each <= step ? 'bg-accent-text' : 'bg-raised')}
        />
      ))}
    </div>
  );
}
