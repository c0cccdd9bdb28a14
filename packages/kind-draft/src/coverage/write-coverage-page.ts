import { writeFileSync } from 'node:fs';
import { coverageFile, writeCoveragePage } from './coverage-page.ts';

// `npm run kinds:coverage`: after a kind was added or removed, or a list of leading models was read again.
writeFileSync(coverageFile, writeCoveragePage());
