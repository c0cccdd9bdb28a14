import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import chromium, { inflate } from '@sparticuz/chromium';

// Runs as a process of its own: the package unpacks into the temp folder and returns whatever already lies
// there, so the caller starts this with TMPDIR set to an empty directory.
const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium');
// NSS, NSPR and expat, which a bare Debian lacks. The package unpacks them automatically on AWS only.
await inflate(join(dirname(entry), '..', 'bin', 'al2023.tar.br'));
await chromium.executablePath();
