// Plain JavaScript that any Node understands: an old one cannot even read the TypeScript that follows.
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `Atelier needs Node 22.18 or later and this is ${process.versions.node}: ` +
      'run "npm install" without --omit=optional (it brings Node 24) and then "npm start", or install a newer Node.',
  );
  process.exit(1);
}
await import('./src/start.ts');
