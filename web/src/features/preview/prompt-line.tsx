import type { PublicGeneration } from '@atelier/contract';
import { useTranslation } from 'react-i18next';
import { formatRelativeTime } from '#lib/format.ts';
import { serverNow } from '#lib/server-time.ts';
import { shownCredits } from '#product/generation/shown-credits.ts';
import { useValueLabel } from '#product/generation/value-label.ts';
import { useKindOnceLoaded } from '#product/kinds/kinds.ts';
import { classNames } from '#ui/class-names.ts';
import { countImages } from './image-grid.tsx';

/** Height below a large picture: of a result with its acts, and before it of the bar and its marks. */
export const footHeight = '6.75rem';

type PromptLineProps = {
  generation: PublicGeneration;
  /** The prompt stands above what can be done with its result, on one line where there is room. */
  isTitle?: boolean;
};

/** The prompt, and the main settings, cost and age below it. */
export function PromptLine({ generation, isTitle = false }: PromptLineProps) {
  const { t, i18n } = useTranslation(['preview', 'kinds']);
  const { kind, stood_in_for: asked, prompt, input, created_at } = generation;
  const formatValue = useValueLabel();
  const made = useKindOnceLoaded(kind);
  const credits = shownCredits(generation);
  const formatKind = (id: string) => t(`kinds:kinds.${id}.title`, { defaultValue: id });
  const facts = [
    asked === null
      ? formatKind(kind)
      : t('preview:stoodIn', { name: formatKind(kind), asked: formatKind(asked) }),
    ...(['resolution', 'aspect_ratio', 'image_size'] as const).flatMap((name) => {
      const isShown = made !== undefined && !made?.fields[name]?.isIgnored;
      const value = isShown ? input[name] : undefined;
      return typeof value === 'string' ? [formatValue({ field: name, value })] : [];
    }),
    ...(countImages(generation) > 1 ? [t('preview:images', { count: countImages(generation) })] : []),
    ...(credits === undefined ? [] : [t('preview:credits', { count: credits })]),
    formatRelativeTime(Date.parse(created_at), serverNow(), i18n.language),
  ];
  return (
    <>
      <p
        title={prompt}
        dir="auto"
        className={classNames(
          'line-clamp-2 text-pretty wrap-anywhere',
          isTitle ? 'font-medium lg:line-clamp-1' : 'text-ink-soft',
        )}
      >
        {prompt}
      </p>
      <p title={facts.join(' · ')} className="mt-1 truncate text-xs text-ink-faint">
        {facts.join(' · ')}
      </p>
    </>
  );
}
