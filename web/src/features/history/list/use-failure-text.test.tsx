import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import { ApiError } from '#lib/api/api-error.ts';
import messages from '../../../locales/en/messages.json' with { type: 'json' };
import { useFailureText } from './use-failure-text.ts';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', ns: ['messages'], resources: { en: { messages } } });
});

function Failure({ error }: { error: unknown }) {
  return useFailureText()(error) ?? 'nothing';
}

const shown = (error: unknown) => renderToString(<Failure error={error} />);
const said = (code: string, message?: string) =>
  new ApiError(500, code, message === undefined ? {} : { code, error: message, message });

it('a history that failed says what the server said', () => {
  expect(shown(said('internal_error', 'Failed to fetch history'))).toBe('Failed to fetch history');
  expect(shown(said('unavailable', 'Try later'))).toBe(messages.error.unavailable);
});

it('a history that failed without a word of the server says nothing of it', () => {
  expect(shown(said('internal_error'))).toBe('nothing');
  expect(shown(new TypeError('Failed to fetch'))).toBe('nothing');
});
