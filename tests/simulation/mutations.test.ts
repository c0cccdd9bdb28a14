import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '@atelier/dev-stack';
import { expect, it } from 'vitest';
import { mutate } from './load-operations.ts';
import { mutations } from './mutations.ts';

// Played only by the long simulation, which is too late to find out that the product's source has changed.
it.each(mutations.filter(({ changes }) => changes.length > 0))(
  'the mistake "$name" still finds its place in the source',
  (mutation) => {
    const source = readFileSync(join(repositoryRoot, mutation.file), 'utf8');
    expect(mutate(source, mutation, mutation.changes)).not.toBe(source);
  },
);
