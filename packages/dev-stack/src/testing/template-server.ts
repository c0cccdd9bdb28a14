import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { migrateToLatest } from '@atelier/db';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@atelier/local-postgres';
import { migrateQueueSchema } from '@atelier/queue';
import pg from 'pg';
import type { ProvidedPostgres } from './provided.ts';
import { makeTemporaryDir } from './temporary-dir.ts';

const template = 'atelier_template';

export type TemplateServer = {
  provided: ProvidedPostgres;
  /** Folder for the tests' files; the server's keeper removes it together with the server's own files. */
  filesDir: string;
  stop(): Promise<void>;
};

/** A server in a temporary folder, with a migrated database that tests clone. */
export async function startTemplateServer(): Promise<TemplateServer> {
  const dataDir = makeTemporaryDir('test');
  const filesDir = join(dataDir, 'files');
  mkdirSync(filesDir, { mode: 0o711 });
  const server = await startEmbeddedPostgres({ dataDir, temporary: true });
  try {
    await makeTemplate(server);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const { appRole, appPassword } = server;
  const provided = { maintenanceUrl: server.toAdminUrl('postgres'), template, appRole, appPassword };
  return { provided, filesDir, stop: () => server.stop() };
}

async function makeTemplate(server: EmbeddedPostgres): Promise<void> {
  const maintenance = new pg.Client({ connectionString: server.toAdminUrl('postgres') });
  await maintenance.connect();
  try {
    await maintenance.query(`create database ${template}`);
    const { appRole, appPassword } = server;
    const adminUrl = server.toAdminUrl(template);
    await migrateToLatest({ adminUrl, appRole, appPassword });
    await migrateQueueSchema(adminUrl, appRole);
    // A database with open connections cannot be cloned, so connections are no longer allowed.
    await maintenance.query(`alter database ${template} with allow_connections false is_template true`);
  } finally {
    await maintenance.end();
  }
}
