import { type KindCheck, kindFindingCodes } from '@atelier/contract';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import results from '../../locales/en/results.json';
import { KindChecks } from './kind-checks.tsx';

beforeAll(() =>
  i18next.use(initReactI18next).init({
    lng: 'en',
    resources: { en: { results } },
    interpolation: { escapeValue: false },
  }),
);

const checked: KindCheck = {
  kind: 'vace',
  endpoint: 'fal-ai/wan-vace',
  findings: [],
  failure: null,
  found_at: null,
  checked_at: '2026-11-23T04:37:00.000Z',
};
const text = (checks: KindCheck[]) =>
  renderToString(<KindChecks checks={checks} />).replace(/<[^>]*>|<!-- -->/g, ' ');

it('the report shows nothing while the check is off, and one line when every model is as expected', () => {
  expect(text([])).toBe('');
  expect(text([checked])).toMatch(/Every model is as expected. Last checked Nov 2\d, 2026/);
});

it('the report shows a line for each finding, of every code', () => {
  const findings = kindFindingCodes.map((code) => ({ code, field: 'size', ours: 'square', theirs: 'wide' }));
  const shown = text([{ ...checked, findings, found_at: checked.checked_at }]);
  expect(shown).toContain('fal-ai/wan-vace');
  expect(shown).toContain('size: square is no longer accepted. The model accepts wide.');
  expect(shown).not.toContain('checks.codes');
});

it('the report names the model that fal gave no answer about, and why', () => {
  expect(text([{ ...checked, failure: 'fal.ai answers 503' }])).toMatch(/No answer .* fal.ai answers 503/);
});
