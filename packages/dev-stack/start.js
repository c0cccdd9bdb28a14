// Plain JavaScript that any Node understands: an old one cannot even read the TypeScript that follows.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Atelier needs Node 22.18 or later and this is ${process.versions.node}: ` +
      'run "npm install" without --omit=optional (it brings Node 24) and then "npm start", or install a newer Node.',
  );
  process.exit(1);
}
const { enableCompileCache } = await import('node:module');
const { fileURLToPath } = await import('node:url');
// Loading the modules of this process takes longer than anything else before its parts start. They use the same folder.
enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/node-compile', import.meta.url)));
await import('./src/start.ts');
