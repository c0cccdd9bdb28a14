import type { UnverifiedKind } from '@atelier/contract';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import results from '../../locales/en/results.json';
import { UnverifiedKinds } from './unverified-kinds.tsx';

beforeAll(() =>
  i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { results } },
    interpolation: { escapeValue: false },
  }),
);

const closed: UnverifiedKind = {
  kind: 'vace',
  endpoint: 'fal-ai/wan-vace',
  is_closed: true,
  cause: 'unverified',
  documents: { schema: 'https://fal.ai/schema', price: 'https://fal.ai/price' },
  verified: null,
};
const word = { by: 'operator', on: '2026-11-29', schema: null, price: null } as const;
const opened: UnverifiedKind = {
  ...closed,
  kind: 'sd35',
  is_closed: false,
  cause: null,
  verified: { ...word, operator_email: 'ops@atelier.test', reason: 'I have read it' },
};
const draw = (unverified: UnverifiedKind[]) => renderToString(<UnverifiedKinds unverified={unverified} />);
const text = (unverified: UnverifiedKind[]) => draw(unverified).replace(/<[^>]*>|<!-- -->/g, ' ');

it('the list shows nothing while every model is verified', () => {
  expect(draw([])).toBe('');
});

it('the list counts the closed models and shows them first, with why and with what is to be read', () => {
  const shown = text([opened, closed]);
  expect(shown).toContain('1 of 2 closed');
  expect(shown.indexOf('fal-ai/wan-vace')).toBeLessThan(shown.indexOf('I have read it'));
  expect(shown).toContain('Closed since no document was read for it yet.');
  expect(text([{ ...closed, cause: 'price_moved' }])).toContain('no longer names the price');
  expect(text([{ ...closed, cause: null }])).toContain('Closed by an operator');
  for (const address of Object.values(closed.documents))
    expect(draw([closed])).toContain(`href="${address}"`);
});

it('the list says what opened a model: an operator with a reason, a check with its documents, or no production', () => {
  expect(text([opened])).toContain('Opened by ops@atelier.test on Nov 29, 2026: I have read it');
  const read = { ...word, by: 'check', ...closed.documents, operator_email: null, reason: null } as const;
  expect(text([{ ...opened, verified: read }])).toContain(
    'Verified by the check on Nov 29, 2026: https://fal.ai/schema, https://fal.ai/price',
  );
  expect(text([{ ...opened, verified: null }])).toContain('Open since this is not production.');
});
