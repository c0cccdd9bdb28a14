import { type ApiKeyScope, apiKeyScopes } from '@atelier/contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldError } from '#ui/field.tsx';

type ScopeFieldsProps = {
  scopes: readonly ApiKeyScope[];
  /** Scopes that can be chosen; all when absent. */
  offered?: readonly ApiKeyScope[];
  onChange: (scopes: readonly ApiKeyScope[]) => void;
  error: string | undefined;
};

/** Scopes of a key: a checkbox for each, in their order. */
export function ScopeFields({ scopes, offered = apiKeyScopes, onChange, error }: ScopeFieldsProps) {
  const { t } = useTranslation('developers');
  const id = useId();
  const toggle = (scope: ApiKeyScope) =>
    onChange(
      apiKeyScopes.filter((each) => (each === scope ? !scopes.includes(each) : scopes.includes(each))),
    );
  return (
    <fieldset className="min-w-0" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 text-sm font-medium text-ink">{t('scopes.title')}</legend>
      {offered.map((scope) => (
        <label key={scope} className="flex gap-3 py-1.5">
          <input
            type="checkbox"
            name="scopes"
            value={scope}
            checked={scopes.includes(scope)}
            onChange={() => toggle(scope)}
            aria-describedby={`${id}-${scope}`}
            className="mt-0.5 size-4.5 shrink-0 accent-accent"
          />
          <span className="min-w-0 text-sm">
            <span className="block font-medium text-ink">{t(`scopes.${scope}.title`)}</span>
            <span id={`${id}-${scope}`} className="block text-xs text-ink-faint text-pretty">
              {t(`scopes.${scope}.text`)}
            </span>
          </span>
        </label>
      ))}
      <FieldError id={`${id}-error`} text={error} />
    </fieldset>
  );
}
