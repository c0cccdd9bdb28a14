import { useTranslation } from 'react-i18next';
import { useReturnState } from '#product/account/sign-in-again.ts';
import { TextField } from '#ui/text-field.tsx';

/** The API's maximum (contract, `apiKeyBudgetsBody`). */
const maxBudgetCredits = 1_000_000_000;

/** Returns null for an empty field, which is no budget, and undefined for anything but a whole number in range. */
function readBudget(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^\d+$/.test(trimmed) && Number(trimmed) <= maxBudgetCredits ? Number(trimmed) : undefined;
}

const formatBudget = (credits: number | null): string => (credits === null ? '' : String(credits));

/** Credits of one submission, a day and in total, and `ask`: the price above which the owner is asked. */
const budgetNames = ['job', 'daily', 'total', 'ask'] as const;
type BudgetName = (typeof budgetNames)[number];
export type Budgets = Record<BudgetName, number | null>;

const mapBudgets = <From, To>(from: Record<BudgetName, From>, map: (value: From) => To) =>
  Object.fromEntries(budgetNames.map((name) => [name, map(from[name])])) as Record<BudgetName, To>;

type BudgetForm = {
  texts: Record<BudgetName, string>;
  setText: (name: BudgetName, text: string) => void;
  /** Budgets of the key; undefined while a field is not valid. */
  budgets: Budgets | undefined;
};

/** `form`: the name under which it survives a new sign-in. */
export function useBudgetForm(form: string, initial: Budgets): BudgetForm {
  const [texts, setTexts] = useReturnState(`${form}.budgets`, mapBudgets(initial, formatBudget));
  const read = mapBudgets(texts, readBudget);
  const isValid = Object.values(read).every((budget) => budget !== undefined);
  return {
    texts,
    setText: (name, text) => setTexts({ ...texts, [name]: text }),
    budgets: isValid ? (read as Budgets) : undefined,
  };
}

type BudgetFieldsProps = { form: BudgetForm; isChecked: boolean };

/** The credits that a key may spend. Problems are shown once the form was sent. */
export function BudgetFields({ form: { texts, setText }, isChecked }: BudgetFieldsProps) {
  const { t } = useTranslation('developers');
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium text-ink">{t('budgets.title')}</legend>
      <p className="mb-3 text-xs text-ink-faint text-pretty">{t('budgets.help')}</p>
      <div className="grid items-end gap-3 sm:grid-cols-3">
        {(['job', 'daily', 'total'] as const).map((name) => (
          <TextField
            key={name}
            name={`${name}_budget_credits`}
            label={t(`budgets.${name}`)}
            inputMode="numeric"
            autoComplete="off"
            placeholder={t('budgets.none')}
            value={texts[name]}
            onChange={(text) => setText(name, text)}
            error={isChecked && readBudget(texts[name]) === undefined ? t('budgets.invalid') : undefined}
          />
        ))}
      </div>
      <div className="mt-3">
        <TextField
          name="ask_above_credits"
          label={t('budgets.ask')}
          help={t('budgets.askHelp')}
          inputMode="numeric"
          autoComplete="off"
          placeholder={t('budgets.never')}
          value={texts.ask}
          onChange={(text) => setText('ask', text)}
          error={isChecked && readBudget(texts.ask) === undefined ? t('budgets.invalid') : undefined}
        />
      </div>
    </fieldset>
  );
}
