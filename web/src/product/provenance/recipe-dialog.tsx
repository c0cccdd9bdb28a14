import { useNavigate } from '@tanstack/react-router';
import i18next from 'i18next';
import { useTranslation } from 'react-i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { type Fact, FactTable } from '#product/generation/facts.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { showToast } from '#ui/show-toast.ts';
import { findUnit, useValueLabel } from '../generation/value-label.ts';
import { type FoundRecipe, findRecipe } from './find-recipe.ts';
import { findOwnGeneration, type OwnGeneration } from './own-generation.ts';
import { type FittedRecipe, fitForeign, fitRecipe } from './recipes/fit-recipe.ts';
import { recipeTarget } from './recipes/recipe-target.ts';

export type RecipeUses = {
  /** The generation that made exactly this file. */
  own?: OwnGeneration | undefined;
  onOwn?: (generation: OwnGeneration) => void;
  /** Uses the file as an input; absent when it cannot be one. */
  onInput?: () => void;
};

export type OpenedRecipe = { open: (uses: RecipeUses) => Promise<void> };

/** The settings in a file, with the dialog that offers them. While they are read, a toast says so. */
export async function readRecipe(file: File): Promise<OpenedRecipe | undefined> {
  await loadMessages('provenance');
  const dismiss: (() => void)[] = [];
  const onReading = () =>
    void dismiss.push(showToast(i18next.t('provenance:recipe.reading', { name: file.name })));
  try {
    const found = await findRecipe(file, onReading);
    return found && { open: (uses) => openRecipe(file.name, found, uses) };
  } finally {
    for (const end of dismiss) end();
  }
}

/** The dialog of a recipe that was found. */
export async function openRecipe(name: string, found: FoundRecipe, uses: RecipeUses): Promise<void> {
  const own = uses.own ?? ('recipe' in found ? await findOwnGeneration(found.recipe.generation) : undefined);
  const isOwner = 'recipe' in found && own?.id === found.recipe.generation;
  const fitted = await ('recipe' in found ? fitRecipe(found.recipe, isOwner) : fitForeign(found.foreign));
  const issuer = 'recipe' in found ? found.issuer : null;
  openDialog({
    name: 'own',
    render: (onClose) => (
      <RecipeDialog
        name={name}
        fitted={fitted}
        issuer={issuer}
        isOwner={isOwner}
        onClose={onClose}
        {...uses}
        own={own}
      />
    ),
  });
}

type RecipeDialogProps = RecipeUses & {
  name: string;
  fitted: FittedRecipe;
  issuer: string | null;
  isOwner: boolean;
  onClose: () => void;
};

/** Recipe found in a file, and the forms that it can be opened in. */
function RecipeDialog({ name, fitted, issuer, isOwner, own, onOwn, onInput, onClose }: RecipeDialogProps) {
  const { t } = useTranslation(['provenance', 'shell', 'kinds']);
  const navigate = useNavigate();
  const { kind, tool } = fitted;
  const target = recipeTarget(fitted, isOwner);
  const after = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('recipe.title')}
      closeLabel={t('shell:close')}
      footer={
        <>
          {onInput ? <Button onClick={after(onInput)}>{t('recipe.input')}</Button> : null}
          {own && onOwn ? <Button onClick={after(() => onOwn(own))}>{t('recipe.work')}</Button> : null}
          {target ? (
            <Button variant="primary" data-autofocus onClick={after(() => void navigate(target))}>
              {t('recipe.use')}
            </Button>
          ) : null}
        </>
      }
    >
      <p dir="auto" className="wrap-anywhere">
        {name}
      </p>
      <p className="mt-1 text-sm">
        {tool === 'atelier'
          ? t('recipe.signed', { issuer: issuer ?? t('unnamed') })
          : t('recipe.foreign', { tool: t(`tools.${tool}`) })}
      </p>
      <FoundSettings fitted={fitted} />
      {kind ? null : <p className="mt-4 text-warn-text">{t('recipe.noKind')}</p>}
    </Dialog>
  );
}

function FoundSettings({ fitted: { kind, input, leftOut } }: { fitted: FittedRecipe }) {
  const { t } = useTranslation(['provenance', 'kinds']);
  const facts = useFacts({ kind, input });
  const formatLabel = (name: string) => t(`kinds:fields.${name}.label`, { defaultValue: name });
  return (
    <>
      {typeof input.prompt === 'string' ? (
        <p title={input.prompt} dir="auto" className="mt-4 line-clamp-3 text-ink wrap-anywhere">
          {input.prompt}
        </p>
      ) : null}
      <div className="mt-4">
        <FactTable facts={facts} />
      </div>
      {leftOut.length > 0 ? (
        <section aria-labelledby="left-out" className="mt-5">
          <h3 id="left-out" className="mb-2 text-sm font-medium text-ink">
            {t('recipe.leftOut')}
          </h3>
          <FactTable facts={leftOut.map(({ name, value }) => ({ label: formatLabel(name), value }))} />
        </section>
      ) : null}
    </>
  );
}

/** Returns the recipe's settings in the order and with the labels of the form. */
function useFacts({ kind, input }: Pick<FittedRecipe, 'kind' | 'input'>): Fact[] {
  const { t } = useTranslation(['provenance', 'kinds']);
  const formatValue = useValueLabel();
  if (!kind) return [];
  const names = Object.keys(kind.fields).filter((name) => name in input && name !== 'prompt');
  const shown = (name: string) => {
    const value = input[name];
    if (kind.fields[name]?.widget.type === 'upload')
      return t('recipe.files', { count: Array.isArray(value) ? value.length : 1 });
    return formatValue({ field: name, value, unit: findUnit(kind.fields[name]?.widget) });
  };
  return [
    { label: t('recipe.kind'), value: t(`kinds:kinds.${kind.id}.title`) },
    ...names
      .map((name) => ({ label: t(`kinds:fields.${name}.label`, { defaultValue: name }), value: shown(name) }))
      .filter(({ value }) => value.trim() !== ''),
  ];
}
