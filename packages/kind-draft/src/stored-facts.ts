import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ModelFacts, readFacts } from './read-facts.ts';
import { type FalTypes, readTypes } from './read-types.ts';

/** Files of facts that are kept here, one for each endpoint that the installed client has no types for. */
const folder = join(import.meta.dirname, '../facts');

/** Reads all stored facts, by endpoint. */
export function readStoredFacts(): ReadonlyMap<string, ModelFacts> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return new Map(
    names.map((name) => {
      const facts = readFacts(JSON.parse(readFileSync(join(folder, name), 'utf8')), `facts/${name}`);
      return [facts.schema.endpoint, facts];
    }),
  );
}

/** The installed types, and the stored facts about endpoints that these lack. */
export function readTypesAndFacts(): FalTypes {
  const [types, stored] = [readTypes(), readStoredFacts()];
  return {
    endpoints: [...new Set([...types.endpoints, ...stored.keys()])],
    read: (endpoint) =>
      types.endpoints.includes(endpoint)
        ? types.read(endpoint)
        : (stored.get(endpoint)?.schema ?? types.read(endpoint)),
  };
}
