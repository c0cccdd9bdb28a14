import type { PublicGeneration } from '@atelier/contract';
import type { ComponentProps, ReactNode } from 'react';
import { StatusBadge } from '#product/generation/status-badge.tsx';
import { classNames } from '#ui/class-names.ts';

type GenerationRowProps = Omit<ComponentProps<'article'>, 'title'> & {
  status: PublicGeneration['status'];
  title: string;
  /** Opened by the whole row; a row without it has a plain title. */
  onOpen?: () => void;
  picture: ReactNode;
  /** Below the title: facts, and why there is no result. */
  children: ReactNode;
  actions: ReactNode;
};

/** The layout of a finished generation in a list. `className` sets its columns. */
export function GenerationRow(props: GenerationRowProps) {
  const { status, title, onOpen, picture, children, actions, className, ...article } = props;
  return (
    <article
      {...article}
      className={classNames(
        'group relative grid gap-3 rounded-xl p-3 transition-colors duration-150 hover:bg-raised @2xl:gap-5',
        className,
      )}
    >
      {picture}
      <div className="flex min-w-0 flex-col gap-2">
        <div className="flex items-start gap-3">
          <h3 className="min-w-0 flex-1 font-medium wrap-anywhere">
            {onOpen ? (
              <TitleButton onOpen={onOpen} className="after:rounded-xl">
                {title}
              </TitleButton>
            ) : (
              title
            )}
          </h3>
          <StatusBadge status={status} />
        </div>
        {children}
        <div className="relative mt-auto -ml-3 flex w-fit flex-wrap items-center">{actions}</div>
      </div>
    </article>
  );
}

type TitleButtonProps = { onOpen: () => void; className: string; children: string };

/** A title that opens its generation wherever the surrounding `relative` box is pressed. */
export function TitleButton({ onOpen, className, children }: TitleButtonProps) {
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-haspopup="dialog"
      className={classNames(
        'w-full text-left wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent-text',
        className,
      )}
    >
      {children}
    </button>
  );
}
