// Test fixture: a process that behaves as api and worker must, or violates one of the rules.
const behaviour = process.argv[2];

if (behaviour === 'fails') {
  console.error('the configuration is not usable: FAL_KEY is missing');
  process.exit(3);
}
console.log(JSON.stringify({ level: 30, msg: 'listening' }));
console.log(JSON.stringify({ level: 50, msg: 'copy failed', err: { message: 'no route to host' } }));
process.on('disconnect', () => process.exit(0));
if (behaviour === 'stubborn') process.on('SIGTERM', () => undefined);
else process.on('SIGTERM', () => process.exit(0));
process.on('message', () => process.exit(7));
process.send?.({ type: 'ready' });
