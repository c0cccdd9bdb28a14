import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { Thumbnail } from '#product/media/thumbnail.tsx';
import { classNames } from '#ui/class-names.ts';
import type { StepId } from './list-steps.ts';
import { type Step, useStep } from './use-step.ts';

export type StepProps = {
  id: StepId;
  generation: PublicGeneration;
  output: ShownOutput | undefined;
};

type StepControlProps = StepProps & {
  className: string;
  isInMenu?: boolean;
  children: (step: Step) => ReactNode;
};

/** A next step as a link to its form, or as a button of what it does at once. */
export function StepControl({ id, generation, output, className, isInMenu, children }: StepControlProps) {
  const step = useStep(id, generation, output);
  const shared = {
    className,
    title: step.label,
    'data-key': id === 'again' ? 'r' : undefined,
    ...(isInMenu ? { role: 'menuitem', tabIndex: -1 } : {}),
  };
  if (step.target) {
    return (
      <Link {...step.target} {...shared}>
        {children(step)}
      </Link>
    );
  }
  return (
    <button type="button" {...shared} aria-busy={step.isBusy} onClick={step.onPress}>
      {children(step)}
    </button>
  );
}

/** The step that fits best, tinted, with the picture of the work. */
export function FirstStep(props: StepProps) {
  const { t } = useTranslation('viewer');
  return (
    <StepControl
      {...props}
      className="flex min-h-14 items-center gap-3 rounded-md bg-accent-soft p-1.5 pr-3 text-left text-ink transition-colors duration-150 hover:bg-hover aria-busy:opacity-80"
    >
      {(step) => (
        <>
          <Thumbnail generation={props.generation} />
          <span className="min-w-0 flex-1 text-sm">
            <span aria-hidden="true" className="block text-xs text-accent-text">
              {t('steps.first')}
            </span>
            <span className="block truncate font-medium">{step.label}</span>
          </span>
          <Price step={step} className="font-medium" />
        </>
      )}
    </StepControl>
  );
}

/** Icon, name and price of a step, in a row. */
export function StepFace({ step, iconPx }: { step: Step; iconPx: number }) {
  const { Icon, label } = step;
  return (
    <>
      <span className="shrink-0">
        <Icon size={iconPx} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1 truncate">{label}</span>
      <Price step={step} className="font-normal text-ink-faint" />
    </>
  );
}

function Price({ step: { credits }, className }: { step: Step; className: string }) {
  const { t, i18n } = useTranslation(['viewer', 'preview']);
  if (credits === undefined) return null;
  return (
    <span className={classNames('shrink-0 text-sm tabular-nums', className)}>
      {credits === 0 ? t('viewer:steps.free') : formatCredits(credits, i18n.language)}
      {credits === 0 ? null : <span className="sr-only"> {t('preview:acts.unit', { count: credits })}</span>}
    </span>
  );
}
