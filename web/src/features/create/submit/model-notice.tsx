import { inputQuery, type Kind } from '@atelier/catalog';
import { Link } from '@tanstack/react-router';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import { formTarget } from '#product/generation/actions/regenerate.ts';
import { readTrouble, useModelStatus } from '#product/model-status.ts';
import { Popover } from '#ui/popover.tsx';
import type { FormValues } from '../form-values.ts';

type FormProps = { kind: Kind; values: FormValues };

/** Reads why a generation of a kind would wait now, or is likely to fail; undefined while neither is so. */
export function useModelTrouble(kind: Kind) {
  const { t } = useTranslation(['status', 'preview', 'kinds']);
  const { data } = useModelStatus();
  const status = data?.kinds.find(({ id }) => id === kind.id);
  if (!data || !status) return undefined;
  const trouble = readTrouble(data, kind.id);
  if (!trouble) return undefined;
  const { recent, successor } = status;
  const label = t(`notice.${trouble}`);
  // Without the provider no other kind does better.
  if (data.provider_held_since) return { label, sentence: t('preview:held.provider'), successor: null };
  if (trouble === 'fails')
    return { label, sentence: t('warning', { failed: recent.failed, count: recent.total }), successor };
  return { label, sentence: t('preview:held.model', { name: t(`kinds:kinds.${kind.id}.title`) }), successor };
}

type ModelNoticeProps = FormProps & { trouble: NonNullable<ReturnType<typeof useModelTrouble>> };

/** Takes the place of the expected time, so that it moves nothing when it arrives; the sentence is in its popover. */
export function ModelNotice({ trouble, kind, values }: ModelNoticeProps) {
  const { t } = useTranslation('status');
  const { label, sentence, successor } = trouble;
  return (
    <Popover
      side="above"
      // Above the whole bar: the price and its button stay in sight.
      className="w-72 -translate-y-23 p-4 text-sm short:translate-y-0"
      renderButton={(props) => (
        <button
          {...props}
          type="button"
          className="flex min-h-6 items-center gap-1.5 rounded-sm font-medium whitespace-nowrap text-warn-text underline decoration-dotted underline-offset-4 ml-auto"
        >
          <TriangleAlert size={14} aria-hidden="true" className="shrink-0" />
          {label}
        </button>
      )}
    >
      {() => (
        <div className="grid justify-items-start gap-3">
          <p className="text-pretty">{sentence}</p>
          {successor ? <SuccessorLink kind={kind} values={values} successor={successor} /> : null}
          <Link to="/status" className="text-ink-soft underline underline-offset-4">
            {t('details')}
          </Link>
        </div>
      )}
    </Popover>
  );
}

type SuccessorLinkProps = FormProps & { successor: string };

/** Leads to the form of another kind, which takes over what the user has changed. */
export function SuccessorLink({ kind, values, successor }: SuccessorLinkProps) {
  const { t } = useTranslation(['status', 'kinds']);
  const name = t(`kinds:kinds.${successor}.title`, { defaultValue: successor });
  const isSet = ([field, value]: [string, unknown]) => value !== '' && value !== kind.fields[field]?.default;
  return (
    <Link
      {...formTarget(successor, kind.medium)}
      search={inputQuery(successor, Object.fromEntries(Object.entries(values).filter(isSet)))}
      className="justify-self-start font-medium underline underline-offset-4"
    >
      {t('status:closure.continue', { name })}
    </Link>
  );
}
