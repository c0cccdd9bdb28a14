export * from './films.ts';
export * from './joins.ts';
export * from './takes.ts';
export * from './versions.ts';
