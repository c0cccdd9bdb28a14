import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { FailureNote, tileErrorLength } from './failure-note.tsx';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: {} }));

const message = 'x'.repeat(300);
const failed = sampleGeneration({
  status: 'failed',
  error: { code: 'some_new_code', message, reason: null, fields: [] },
});
const shown = (element: React.ReactNode) => renderToString(element).match(/>(x+…?)</)?.[1] ?? '';

it('a list shows the first 200 characters of an error, and all of it where it is pointed at', () => {
  for (const note of [
    <FailureNote key="line" generation={failed} isOneLine />,
    <FailureNote key="text" generation={failed} />,
  ]) {
    expect(shown(note)).toBe(`${'x'.repeat(199)}…`);
    expect(renderToString(note)).toContain(`title="${message}"`);
  }
});

it('a grid shows the first 100', () => {
  const note = <FailureNote generation={failed} maxLength={tileErrorLength} isOneLine />;
  expect(shown(note)).toBe(`${'x'.repeat(99)}…`);
});
