import { useTranslation } from 'react-i18next';
import { Collapsible } from '#ui/collapsible.tsx';
import { Estimate } from './estimate.tsx';
import { FieldList, type FieldListProps } from './fields.tsx';
import { hasChangedAdvanced } from './form-values.ts';

/** The folded section; nothing at all for a kind without advanced fields. Opens when one of its fields is wrong. */
export function AdvancedFields(props: FieldListProps) {
  const { t } = useTranslation('create');
  const { kind, values, problems } = props;
  const names = Object.keys(kind.fields).filter((name) => kind.fields[name]?.section === 'advanced');
  if (names.length === 0) return null;
  return (
    <Collapsible
      title={t('advanced.title')}
      dotLabel={hasChangedAdvanced(kind, values) ? t('advanced.changed') : undefined}
      opensWhen={problems.some((problem) => names.includes(problem.path))}
    >
      <div className="grid gap-6">
        <FieldList {...props} section="advanced" />
        <Estimate kind={kind} values={values} />
      </div>
    </Collapsible>
  );
}
