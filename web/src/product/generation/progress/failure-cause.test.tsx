import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import { FieldReasons, ModelReason } from './failure-cause.tsx';

beforeAll(() => i18next.use(initReactI18next).init({ lng: 'en', resources: {} }));

const error = { code: 'provider_rejected', message: 'Refused', reason: 'No face', fields: [] };
const named = { ...error, fields: [{ field: 'image_url', message: 'Image too small' }] };
const text = (element: React.ReactNode) => renderToString(element).replace(/<[^>]*>|<!-- -->/g, '');

it('the cause shows the model’s error about a field beside its name', () => {
  expect(text(<FieldReasons error={named} />)).toMatch(/image_url.*: Image too small/);
  expect(text(<FieldReasons error={error} />)).toBe('');
});

it('the cause names the file of a list, counted from 1', () => {
  const fields = [{ field: 'image_urls', index: 1, message: 'Image too small' }];
  expect(text(<FieldReasons error={{ ...error, fields }} />)).toMatch(/image_urls 2: Image too small/);
});

it('the cause shows the words of the model unchanged, and nothing when there are none', () => {
  expect(text(<ModelReason error={named} />)).toMatch(/ No face$/);
  expect(text(<ModelReason error={{ ...error, reason: null }} />)).toBe('');
  expect(text(<ModelReason error={null} />)).toBe('');
});
