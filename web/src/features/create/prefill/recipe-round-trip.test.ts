import { listExamples } from '@atelier/catalog/server';
import { kindsByShape, shapeCount } from '@atelier/catalog/testing';
import { splitCases } from '@atelier/dev-stack/test-sets';
import { describe, expect, it } from 'vitest';
import { readSearch, writeSearch } from '#lib/search-params.ts';
import { chooseKind } from '#product/navigation/choose-kind.ts';
import { toCredentials } from '#product/provenance/credentials.ts';
import { type FittedRecipe, fitRecipe } from '#product/provenance/recipes/fit-recipe.ts';
import { recipeTarget } from '#product/provenance/recipes/recipe-target.ts';
import { pngWithTexts } from '#product/provenance/testing/png-with-texts.ts';
import { readReport, sampleRecipe, signFile } from '#product/provenance/testing/sign-file.ts';
import { initialValues } from '../form-values.ts';
import { emptiedInput, parsed, unusualInput } from '../testing/unusual-input.ts';
import { readPrefill } from './prefill.ts';

/** The settings as they come out of a signed file that they were put into. */
async function throughFile(recipe: ReturnType<typeof sampleRecipe>) {
  const signed = await signFile(pngWithTexts({}), 'image/png', { recipe });
  const credentials = toCredentials(await readReport(signed, 'image/png'));
  if (credentials.state !== 'valid' || !credentials.manifest.recipe) throw new Error('The recipe is lost');
  return credentials.manifest.recipe;
}

/** Submission of the form that the settings open. */
function submitted(fitted: FittedRecipe) {
  const { kind } = fitted;
  const target = recipeTarget(fitted, true);
  if (!kind || !target) throw new Error('There is no form');
  const query = readSearch(writeSearch(target.search));
  const chosen = chooseKind(kind.medium, query);
  const { values, dropped } = readPrefill(kind, chosen.query);
  const consents = Object.keys(kind.fields).filter((name) => kind.fields[name]?.widget.type === 'consent');
  for (const name of consents) expect(values).not.toHaveProperty(name);
  const confirmed = Object.fromEntries(consents.map((name) => [name, true]));
  const body = parsed(kind, { ...initialValues(kind, {}), ...values, ...confirmed });
  return { kindId: chosen.kindId, madeFrom: query.made_from, dropped, body };
}

for (const [options, cases] of splitCases(
  kindsByShape.map((kind) => [kind.id, kind] as const),
  shapeCount,
  'each-kind',
))
  describe.each(cases)('a recipe of %s', options, (_, kind) => {
    const inputs = [...listExamples(kind).map(({ input }) => input), unusualInput(kind), emptiedInput(kind)];

    it('fills the form of a file that it is taken from, so that the request is the same', async () => {
      for (const raw of inputs) {
        const input = parsed(kind, raw);
        const recipe = await throughFile(sampleRecipe({ kind: kind.id, input }));
        const fitted = await fitRecipe(recipe, true);
        expect(fitted.leftOut).toEqual([]);
        // The form has no fields that the model ignores, so these return to their defaults.
        const ignored = Object.entries(kind.fields).filter(([, field]) => field.isIgnored);
        const usual = Object.fromEntries(ignored.map(([name, field]) => [name, field.default]));
        expect(submitted(fitted)).toEqual({
          kindId: kind.id,
          madeFrom: recipe.generation,
          dropped: [],
          body: { ...input, ...usual },
        });
      }
    });

    it('of another user leaves out the files, which only that user can read, and names them', async () => {
      const recipe = sampleRecipe({ kind: kind.id, input: parsed(kind, unusualInput(kind)) });
      const fitted = await fitRecipe(recipe, false);
      const files = Object.keys(kind.fields).filter((name) => kind.fields[name]?.widget.type === 'upload');
      expect(fitted.leftOut.map(({ name }) => name).sort()).toEqual(files.sort());
      expect(recipeTarget(fitted, false)?.search).not.toHaveProperty('made_from');
    });
  });

describe('a recipe', () => {
  it('leaves out and names what is out of range, of another type or unknown', async () => {
    const input = {
      prompt: 'A boat',
      num_inference_steps: 999,
      seed: 'x',
      image_size: 'huge',
      frames: 3,
      __proto__: 1,
    };
    const fitted = await fitRecipe(sampleRecipe({ kind: 'sd35', input }), true);
    expect(fitted.input).toEqual({ prompt: 'A boat' });
    expect(fitted.leftOut).toEqual([
      { name: 'num_inference_steps', value: '999' },
      { name: 'seed', value: 'x' },
      { name: 'image_size', value: 'huge' },
      { name: 'frames', value: '3' },
    ]);
  });

  it('of a kind that is not sold opens no form', async () => {
    const fitted = await fitRecipe(sampleRecipe({ kind: 'constructor' }), true);
    expect([fitted.kind, fitted.input, recipeTarget(fitted, true)]).toEqual([undefined, {}, undefined]);
    expect(fitted.leftOut).toHaveLength(4);
  });
});
