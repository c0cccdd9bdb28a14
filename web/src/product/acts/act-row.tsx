import type { PublicGeneration } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { type RefObject, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { CopyText } from '#product/copyable.tsx';
import { saveAnswer } from '#product/generation/actions/save-answer.ts';
import type { ShownOutput } from '#product/generation/outputs.ts';
import { useKindClosures } from '#product/kinds/kind-closures.ts';
import { mediumViews } from '#product/media/index.ts';
import { classNames } from '#ui/class-names.ts';
import { showToast } from '#ui/show-toast.ts';
import { type ActId, listActs } from './list-acts.ts';
import { actIcons, nameDownload, useAct } from './use-act.ts';

type ActRowProps = {
  generation: PublicGeneration;
  /** File that the acts take; undefined where each of several has its own tools. */
  output: ShownOutput | undefined;
  /** Name of the downloaded file, where it is not that of its medium. */
  fileName?: string | undefined;
};

/**
 * The next steps with a result and what each costs, the same wherever a result is large: the likeliest one filled, at the end
 * the download. Where there is little room, it scrolls sideways and fades at its edges. The page has to have loaded `preview`.
 */
export function ActRow({ generation, output, fileName }: ActRowProps) {
  const { t } = useTranslation('preview');
  useKindClosures();
  const [main, ...others] = listActs(generation, output);
  const ref = useRef<HTMLDivElement>(null);
  useEdgeFades(ref);
  return (
    <div className="@container min-w-0">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form controls */}
      <div
        ref={ref}
        role="group"
        aria-label={t('acts.title')}
        className="relative flex min-w-0 gap-1.5 overflow-x-auto p-0.5 whitespace-nowrap"
        style={{ scrollbarWidth: 'none', scrollPaddingInline: '2rem' }}
      >
        {main ? <Act id={main} generation={generation} output={output} isMain /> : null}
        {/* Downloads stand at the end where all acts have room. */}
        <span data-key="d" className="flex gap-1.5 @2xl:order-last @2xl:ml-auto">
          <Downloads generation={generation} output={output} fileName={fileName} />
        </span>
        {others.map((id) => (
          <Act key={id} id={id} generation={generation} output={output} isMain={false} />
        ))}
      </div>
    </div>
  );
}

const fadePx = 24;

/** Fades the contents of a row at the edges behind which there is more of it. */
function useEdgeFades(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const row = ref.current;
    if (!row) return;
    const fade = () => {
      const startPx = Math.min(row.scrollLeft, fadePx);
      const endPx = Math.min(Math.max(0, row.scrollWidth - row.clientWidth - row.scrollLeft), fadePx);
      row.style.maskImage =
        startPx + endPx === 0
          ? ''
          : `linear-gradient(to right, transparent, #000 ${startPx}px calc(100% - ${endPx}px), transparent)`;
    };
    // Called once as it begins, and for acts that come, go or get another text.
    const sizes = new ResizeObserver(fade);
    for (const box of [row, ...row.children]) sizes.observe(box);
    row.addEventListener('scroll', fade, { passive: true });
    return () => {
      sizes.disconnect();
      row.removeEventListener('scroll', fade);
    };
  });
}

type ActProps = { id: ActId; generation: PublicGeneration; output: ShownOutput | undefined; isMain: boolean };

function Act({ id, generation, output, isMain }: ActProps) {
  const act = useAct(id, generation, output);
  if (!act) return null;
  const className = actClassName(isMain ? 'filled' : 'plain');
  const face = <Face id={id} credits={act.credits} />;
  return act.target ? (
    <Link {...act.target} className={className}>
      {face}
    </Link>
  ) : (
    <button type="button" className={className} aria-busy={act.isBusy} onClick={act.onPress}>
      {face}
    </button>
  );
}

const looks = {
  filled: 'bg-ink text-canvas hover:bg-ink-soft',
  plain: 'bg-raised text-ink hover:bg-hover',
  outlined: 'border border-line-strong text-ink hover:bg-hover',
};

function actClassName(look: keyof typeof looks): string {
  return classNames(
    'inline-flex min-h-9 pointer-coarse:min-h-11 shrink-0 items-center justify-center gap-1.5 rounded-md px-2.5 text-sm font-medium',
    'transition-colors duration-150 select-none aria-busy:opacity-80',
    looks[look],
  );
}

function Face({ id, credits }: { id: ActId; credits: number | undefined }) {
  const { t, i18n } = useTranslation('preview');
  const Icon = actIcons[id];
  return (
    <>
      <Icon size={16} aria-hidden="true" />
      {t(`acts.${id}`)}
      {credits === undefined ? null : (
        <span className="font-normal tabular-nums opacity-75">
          {formatCredits(credits, i18n.language)}
          <span className="sr-only"> {t('acts.unit', { count: credits })}</span>
        </span>
      )}
    </>
  );
}

/** The file, or an answer as a text. */
function Downloads({ generation, output, fileName }: ActRowProps) {
  const view = mediumViews[generation.medium];
  const answer = view.copyText?.(generation);
  if (answer) return <AnswerDownloads generation={generation} answer={answer} />;
  if (!output) return null;
  const name = fileName ?? nameDownload(generation, output);
  return (
    <a href={`${output.url}?own`} download={name} className={actClassName('outlined')}>
      <DownloadFace />
    </a>
  );
}

/** The pages of answers have loaded `understanding`. */
function AnswerDownloads({ generation, answer }: { generation: PublicGeneration; answer: string }) {
  const { t } = useTranslation('understanding');
  const save = () => {
    saveAnswer(generation, answer);
    showToast(t('downloaded'), { tone: 'success' });
  };
  return (
    <>
      <button type="button" className={actClassName('outlined')} onClick={save}>
        <DownloadFace />
      </button>
      <CopyText text={answer} label={t('copy')} isWide />
    </>
  );
}

function DownloadFace() {
  const { t } = useTranslation('preview');
  return (
    <>
      <Download size={16} aria-hidden="true" />
      {t('download')}
    </>
  );
}
