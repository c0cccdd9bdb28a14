// Vitest setup file: files of one worker share its modules, and so its Redis database.
import { emptyTestRedis } from './test-redis-url.ts';

await emptyTestRedis();
