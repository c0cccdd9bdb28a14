// Test fixture: starts a server in the given folder, reports that it is ready, and waits to be killed.
import { startEmbeddedPostgres } from '../start-embedded-postgres.ts';

await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' });
process.send?.('ready');
