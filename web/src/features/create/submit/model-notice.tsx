import { inputQuery, type Kind } from '@atelier/catalog';
import { Link } from '@tanstack/react-router';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useTranslation } from 'react-i18next';
import { formTarget } from '#product/generation/actions/regenerate.ts';
import { Popover } from '#ui/popover.tsx';
import type { FormValues } from '../form-values.ts';
import type { ModelTrouble } from '../model-trouble.ts';

type FormProps = { kind: Kind; values: FormValues };

type ModelNoticeProps = FormProps & { trouble: ModelTrouble };

/** Takes the place of the expected time, so that it moves nothing when it arrives; the sentence is in its popover. */
export function ModelNotice({ trouble, kind, values }: ModelNoticeProps) {
  const { t } = useTranslation('status');
  const { label, sentence, successor } = trouble;
  return (
    <Popover
      side="above"
      className="w-72 p-4 text-sm"
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
