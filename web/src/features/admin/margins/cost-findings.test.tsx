import { type CostFinding, costFindingCodes } from '@atelier/contract';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import enMargins from '../../../locales/en/margins.json';
import enResults from '../../../locales/en/results.json';
import zhMargins from '../../../locales/zh-CN/margins.json';
import zhResults from '../../../locales/zh-CN/results.json';
import { CostFindings } from './cost-findings.tsx';
import { DayChart } from './margin-chart.tsx';
import { formatUsd } from './margin-tables.tsx';

beforeAll(() =>
  i18next.use(initReactI18next).init({
    lng: 'en',
    resources: {
      en: { margins: enMargins, results: enResults },
      'zh-CN': { margins: zhMargins, results: zhResults },
    },
    interpolation: { escapeValue: false },
  }),
);

const found: CostFinding = {
  code: 'under_rule',
  subject: 'vace',
  kind: 'vace',
  details: { results: 20, cost_micro_usd: 13_200_000, rule_micro_usd: 12_000_000 },
  found_at: '2026-11-23T04:37:00.000Z',
};
const read = (element: React.ReactElement) =>
  renderToString(element)
    .replace(/<[^>]*>|<!-- -->/g, ' ')
    .replace(/\s+/g, ' ');

describe('the findings about costs', () => {
  it('say by how much a kind costs more than its price allows for, and close it with one press', () => {
    const text = read(<CostFindings findings={[found]} />);
    expect(text).toContain(
      'The last 20 results cost $13.20, 10% more than their price allows for ($12.00). Close the model or change its price.',
    );
    expect(text).toContain('Close vace');
  });

  it.each(['en', 'zh-CN'])('have a sentence for each code in %s', async (language) => {
    await i18next.changeLanguage(language);
    const findings = costFindingCodes.map((code) => ({ ...found, code, kind: null, subject: code }));
    const text = read(<CostFindings findings={findings} />);
    expect(text).not.toMatch(/findings\.|\{\{/);
    await i18next.changeLanguage('en');
  });

  it('are none while bills and prices fit', () => {
    expect(read(<CostFindings findings={[]} />)).toContain('Bills and prices fit.');
  });
});

it('the chart of days has its figures in its label and in a table', () => {
  const day = { generations: 3, credits: 900, estimated_micro_usd: 0 };
  const html = renderToString(
    <DayChart
      days={[
        { ...day, name: '2026-11-01', earned_micro_usd: 3_600_000, cost_micro_usd: 1_800_000 },
        { ...day, name: '2026-11-02', earned_micro_usd: 100, cost_micro_usd: 12_500 },
      ]}
    />,
  );
  expect(html).toContain('Earnings and costs of 2 days; costs were higher on 1');
  expect(html).toContain('$1.80');
  expect(html).toContain('-$0.0124');
});

it.each([
  [1_240_000, '$1.24'],
  [12_500, '$0.0125'],
  [0, '$0.00'],
  [-3_500_000, '-$3.50'],
])('%i millionths of a dollar are shown as %s', (microUsd, text) => {
  expect(formatUsd(microUsd, 'en')).toBe(text);
});
