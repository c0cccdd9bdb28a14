// Loads what a program imports and runs it when it receives `start`: `start-held.ts <its heaviest module> <program>`.
// So the api is half started when the web app that it serves has been built.
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';

const [, , heavy = '', program = ''] = process.argv;
const exit = () => process.exit(1);

process.on('disconnect', exit);
const start = once(process, 'message');
await import(pathToFileURL(heavy).href);
await start;
process.off('disconnect', exit);
await import(pathToFileURL(program).href);
