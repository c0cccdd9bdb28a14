import type { GenerationStatus } from '@atelier/contract';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, expect, it } from 'vitest';
import shell from '../../../locales/en/shell.json' with { type: 'json' };
import { StatusBadge } from './status-badge.tsx';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', ns: ['shell'], resources: { en: { shell } } });
});

const shown = (status: string) => renderToString(<StatusBadge status={status as GenerationStatus} />);

it('a known status has a name and a color', () => {
  expect(shown('partial')).toContain('bg-warn-soft');
  expect(shown('partial')).toContain(`>${shell.status.partial}<`);
});

it('a status that this page does not know is shown as it is, without a color', () => {
  expect(shown('archived')).toContain('>archived<');
  expect(shown('archived')).toContain('bg-raised');
});
