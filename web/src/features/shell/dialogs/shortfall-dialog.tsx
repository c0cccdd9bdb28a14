import {
  type CheaperInput,
  cheaperInputs,
  formQuery,
  isEarlier,
  type Kind,
  type KindInReach,
  kindsInReach,
} from '@atelier/catalog';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import type { AppDialogProps, AskingForm } from '#product/dialogs/dialog-store.ts';
import { findUnit, useValueLabel } from '#product/generation/value-label.ts';
import { useKindsOfMedium } from '#product/kinds/kinds.ts';
import { pageTarget } from '#product/navigation/menu.ts';
import { PackOffer } from './pack-offer.tsx';
import { PricingLink, RefusalDialog } from './refusal-dialogs.tsx';

/** "You need 500, you have 240": cheaper settings that fit now, and the smallest pack that covers it. */
export function ShortfallDialog({ dialog, onClose }: AppDialogProps<'shortfall'>) {
  const { t, i18n } = useTranslation('dialogs');
  const { required, current, form } = dialog;
  const format = (credits: number) => formatCredits(credits, i18n.language);
  return (
    <RefusalDialog
      title={t('shortfall.title')}
      onClose={onClose}
      action={<PricingLink variant="secondary" kindId={form?.kind.id} onFollow={onClose} />}
    >
      <p className="text-ink">
        {t('shortfall.text', { required: format(required), current: format(current) })}
      </p>
      <p>{t('shortfall.kept')}</p>
      {form && current > 0 ? (
        <Suspense fallback={null}>
          <CheaperSettings form={form} maxCredits={current} onClose={onClose} />
        </Suspense>
      ) : null}
      <PackOffer missingCredits={required - current} />
    </RefusalDialog>
  );
}

type CheaperSettingsProps = { form: AskingForm; maxCredits: number; onClose: () => void };

/**
 * Settings of the same form that fit the balance, and other models that do with what is filled in. A click applies them
 * to the form or opens the other one filled in; neither is submitted.
 */
function CheaperSettings({ form, maxCredits, onClose }: CheaperSettingsProps) {
  const { t, i18n } = useTranslation(['dialogs', 'kinds']);
  const { kind, input, onApply } = form;
  const options = cheaperInputs(kind, input, maxCredits);
  const current = useKindsOfMedium(kind.medium).filter(({ id }) => !isEarlier(id));
  const others = kindsInReach(current, { kind, input, maxCredits });
  const formatName = useSettingNames(kind);
  if (options.length + others.length === 0) {
    return <p>{t('dialogs:shortfall.nothingFits', { current: formatCredits(maxCredits, i18n.language) })}</p>;
  }
  return (
    <section aria-labelledby="shortfall-cheaper" className="mt-3">
      <h3 id="shortfall-cheaper" className="text-sm font-medium text-ink">
        {t('dialogs:shortfall.cheaperTitle')}
      </h3>
      <ul className="mt-2 grid gap-1.5">
        {options.map((option) => (
          <li key={JSON.stringify(option.changes)}>
            <button
              type="button"
              onClick={() => {
                onApply(option.changes);
                onClose();
              }}
              className={optionClassName}
            >
              <span>{formatName(option)}</span>
              <Cost credits={option.costCredits} />
            </button>
          </li>
        ))}
        {others.map((other) => (
          <li key={other.kind.id}>
            <OtherKind {...other} onFollow={onClose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const optionClassName =
  'flex min-h-11 w-full items-center justify-between gap-4 rounded-md bg-raised px-4 py-2 text-left text-ink hover:bg-hover';

/** Link to another model, with the same values. */
function OtherKind({ kind, input, costCredits, onFollow }: KindInReach & { onFollow: () => void }) {
  const { t } = useTranslation(['dialogs', 'kinds']);
  return (
    <Link
      {...pageTarget(kind.menu.path)}
      search={formQuery(kind, input)}
      onClick={onFollow}
      className={optionClassName}
    >
      <span>{t('dialogs:shortfall.otherKind', { kind: t(`kinds:kinds.${kind.id}.title`) })}</span>
      <Cost credits={costCredits} />
    </Link>
  );
}

function Cost({ credits }: { credits: number }) {
  const { t, i18n } = useTranslation('dialogs');
  return (
    <span className="shrink-0 text-sm text-ink-soft tabular-nums">
      {t('credits', { count: credits, credits: formatCredits(credits, i18n.language) })}
    </span>
  );
}

/** Such as "Resolution: 480p, Duration: 5 sec, Sound: Off". */
function useSettingNames({ fields }: Kind): (option: CheaperInput) => string {
  const { t } = useTranslation(['dialogs', 'kinds']);
  const formatValue = useValueLabel();
  return ({ changes }) =>
    Object.entries(changes)
      .map(([field, value]) =>
        t('dialogs:shortfall.setting', {
          field: t(`kinds:fields.${field}.label`),
          value: formatValue({ field, value, unit: findUnit(fields[field]?.widget) }),
        }),
      )
      .join(t('dialogs:shortfall.comma'));
}
