import { migrateToLatest } from '@atelier/db';
import { StartProblem, startEmbeddedPostgres } from '@atelier/local-postgres';
import { migrateQueueSchema } from '@atelier/queue';
import { openProcessLog } from './process-log.ts';
import type { Settings } from './settings.ts';

export type Database = {
  /** The owner's connection string. */
  adminUrl: string;
  /** The connection string for api and worker. */
  appUrl: string;
  /** Resolves when an embedded server has ended. */
  ended: Promise<string>;
  stop(): Promise<void>;
};

export type StartDatabaseOptions = {
  settings: Settings;
  dataDir: string;
  logFolder: string;
  isEmbedded: boolean;
  isTemporary: boolean;
  onImportant: (line: string) => void;
};

/** Starts the embedded server or connects to the one in DATABASE_URL, and migrates it. */
export async function startDatabase(options: StartDatabaseOptions): Promise<Database> {
  const database = options.isEmbedded ? await startEmbedded(options) : existingDatabase(options.settings);
  const { username, password } = new URL(database.appUrl);
  const appRole = decodeURIComponent(username);
  try {
    await migrateToLatest({
      adminUrl: database.adminUrl,
      appRole,
      appPassword: options.isEmbedded ? decodeURIComponent(password) : undefined,
    });
    await migrateQueueSchema(database.adminUrl, appRole);
  } catch (error) {
    await database.stop();
    throw options.isEmbedded ? error : explain(error);
  }
  return database;
}

async function startEmbedded(options: StartDatabaseOptions): Promise<Database> {
  const log = openProcessLog(options.logFolder, 'postgres', options.onImportant);
  const server = await startEmbeddedPostgres({
    dataDir: options.dataDir,
    temporary: options.isTemporary,
    onLog: (line) => log.write(line),
  });
  void server.ended.then(() => log.close());
  return {
    adminUrl: server.adminUrl,
    appUrl: server.appUrl(),
    ended: server.ended,
    stop: () => server.stop(),
  };
}

function existingDatabase(settings: Settings): Database {
  const appUrl = settings.DATABASE_URL ?? '';
  if (!URL.canParse(appUrl))
    throw new StartProblem(
      'DATABASE_URL is not a connection string: postgres://user:password@host/database.',
    );
  const never = new Promise<string>(() => undefined);
  return {
    adminUrl: settings.DATABASE_ADMIN_URL || appUrl,
    appUrl,
    ended: never,
    stop: async () => undefined,
  };
}

function explain(error: unknown): StartProblem {
  const reason =
    error instanceof Error ? [error.message, findCause(error)].filter(Boolean).join(': ') : String(error);
  return new StartProblem(
    `The database in DATABASE_URL could not be migrated: ${reason}. The role must own the schema; ` +
      'if the application uses a role with fewer rights, set DATABASE_ADMIN_URL to the owner.',
    { cause: error },
  );
}

function findCause(error: Error): string {
  return error.cause instanceof Error ? error.cause.message : '';
}
