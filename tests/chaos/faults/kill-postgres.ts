import type { Fault } from './fault.ts';

export const killPostgres: Fault = {
  id: 'kill-postgres',
  title: 'kill -9 of PostgreSQL',
  aim: ({ postgres }, chance) => ({
    target: 'postgres',
    lastsMs: chance.between(1_000, 8_000),
    begin: () => postgres.kill(),
  }),
};
