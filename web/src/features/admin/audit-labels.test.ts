import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { auditActors, auditNames } from '@atelier/contract';
import { describe, expect, it } from 'vitest';
import { languages } from '#lib/i18n/languages.ts';

type Labels = { names: Record<string, string>; actors: Record<string, string> };

describe.each(languages.map(({ tag }) => tag))('in %s', (language) => {
  const file = join(import.meta.dirname, '../../locales', language, 'audit.json');
  const { names, actors } = JSON.parse(readFileSync(file, 'utf8')) as Labels;

  it('every event of the audit log has a sentence of its own', () => {
    expect(Object.keys(names).sort()).toEqual([...auditNames].sort());
    expect(new Set(Object.values(names)).size).toBe(auditNames.length);
    expect(Object.values(names).every((label) => label.trim() !== '')).toBe(true);
  });

  it('everyone who can act has a name', () => {
    expect(Object.keys(actors).sort()).toEqual([...auditActors].sort());
  });
});
