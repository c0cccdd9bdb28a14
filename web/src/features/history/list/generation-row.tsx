import type { PublicGeneration } from '@atelier/contract';
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { writeGenerationView } from '#product/generation/actions/generation-address.ts';
import { StatusBadge } from '#product/generation/progress/status-badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { FailureNote } from './failure-note.tsx';
import { GenerationFacts } from './generation-facts.tsx';

type GenerationRowProps = Omit<ComponentProps<'article'>, 'title'> & {
  id: PublicGeneration['id'];
  status: PublicGeneration['status'];
  title: string;
  /** The whole row opens it. */
  onOpen: () => void;
  picture: ReactNode;
  /** Facts below the title, and why there is no result. */
  children: ReactNode;
  actions: ReactNode;
};

/** The layout of a finished generation in a list. `className` sets its columns. */
export function GenerationRow(props: GenerationRowProps) {
  const { id, status, title, onOpen, picture, children, actions, className, ...article } = props;
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
            <TitleLink id={id} onOpen={onOpen} className="after:rounded-xl">
              {title}
            </TitleLink>
          </h3>
          <StatusBadge status={status} />
        </div>
        {children}
        <div className="relative mt-auto -ml-3 flex w-fit flex-wrap items-center">{actions}</div>
      </div>
    </article>
  );
}

type EndedRowProps = {
  generation: PublicGeneration;
  title: string;
  onOpen: () => void;
  /** Elements before the title, such as a box to select it. */
  children?: ReactNode;
  actions: ReactNode;
  /** A second line. */
  below?: ReactNode;
};

/** A generation without a result, failed or cancelled: one thin row, whatever its medium. */
export function EndedRow({ generation, title, onOpen, children, actions, below }: EndedRowProps) {
  const { id, status } = generation;
  return (
    <article
      aria-label={title}
      className="group relative flex items-center gap-x-3 rounded-md px-3 py-1 transition-colors duration-150 hover:bg-raised"
    >
      {children}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <StatusBadge status={status} />
        <h3 className="min-w-0 flex-1 text-sm @2xl:max-w-80">
          <TitleLink id={id} onOpen={onOpen} className="line-clamp-1 after:rounded-md">
            {title}
          </TitleLink>
        </h3>
        <div className="w-full min-w-0 @2xl:w-auto @2xl:flex-1">
          <FailureNote generation={generation} isOneLine />
        </div>
        <GenerationFacts generation={generation} />
        {below}
      </div>
      <div className="relative flex shrink-0">{actions}</div>
    </article>
  );
}

type TitleLinkProps = {
  id: PublicGeneration['id'];
  /** Leaves presses with modifier keys to the list; by default they open a tab or a window, as with any link. */
  takesKeys?: boolean;
  onOpen: (event: MouseEvent) => void;
  className: string;
  tabIndex?: number;
  children: string;
};

/** A title that opens its generation wherever the surrounding `relative` box is pressed, in a new tab too. */
export function TitleLink({ id, takesKeys = false, onOpen, className, tabIndex, children }: TitleLinkProps) {
  return (
    <a
      href={`?view=${writeGenerationView({ id })}`}
      dir="auto"
      title={children}
      draggable={false}
      onClick={(event) => {
        if (!takesKeys && (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) return;
        event.preventDefault();
        onOpen(event);
      }}
      tabIndex={tabIndex}
      aria-haspopup="dialog"
      className={classNames(
        'block w-full text-start wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:outline-accent-text',
        className,
      )}
    >
      {children}
    </a>
  );
}
