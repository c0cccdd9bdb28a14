// Test fixture: starts a server in the folder it is given, reports, and waits to be killed.
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';

await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' });
process.send?.('ready');
