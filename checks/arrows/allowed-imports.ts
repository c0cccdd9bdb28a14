/** Our own packages that each package may import, tests aside. A package without a row may import nothing. */
export const packageLayers: Record<string, string[]> = {
  catalog: [],
  contract: ['catalog'],
  env: ['catalog', 'contract'],
  log: [],
  telemetry: [],
  coalesce: [],
  words: [],
  client: [],
  cli: ['client'],
  'ledger-proof': [],
  db: ['catalog', 'coalesce', 'contract', 'ledger-proof'],
  queue: ['catalog', 'coalesce', 'contract'],
  fal: ['catalog', 'contract'],
  storage: ['catalog', 'contract'],
  media: ['catalog', 'contract'],
  realtime: ['catalog', 'coalesce', 'contract'],
  audit: ['db', 'log'],
  mail: ['contract', 'db', 'words'],
  push: ['contract', 'db'],
  generations: ['catalog', 'coalesce', 'contract', 'db', 'queue', 'realtime', 'log', 'telemetry'],
  'take-out': ['catalog', 'contract', 'db', 'log', 'queue', 'realtime', 'storage', 'words'],
  'fal-emulator': ['media'],
  'kind-draft': ['catalog', 'db', 'env', 'fal', 'realtime'],
  'local-postgres': [],
  'dev-stack': ['contract', 'db', 'fal-emulator', 'local-postgres', 'mail', 'queue'],
};

/** Libraries with one home each; the rest of the code goes through that package. */
export const libraryHomes: { library: RegExp; homes: string[]; inTests?: boolean; why: string }[] = [
  { library: /^kysely/, homes: ['packages/db'], why: 'SQL lives in packages/db' },
  {
    library: /^pg$/,
    // queue and realtime hand a Pool of their own to BullMQ and to the Socket.IO adapter, which speak SQL
    // themselves; local-postgres and dev-stack create databases, bench measures the bare driver as its baseline.
    homes: [
      'packages/db',
      'packages/queue',
      'packages/realtime',
      'packages/dev-stack',
      'packages/local-postgres',
      'bench',
    ],
    why: 'SQL lives in packages/db',
  },
  { library: /^(bullmq|@bull-board\/.+)$/, homes: ['packages/queue'], why: 'jobs go through packages/queue' },
  {
    library: /^@fal-ai\//,
    // Tests hold the public client against our own endpoints; bench measures it as a peer.
    homes: ['packages/fal', 'bench'],
    inTests: true,
    why: 'fal is spoken to in packages/fal only',
  },
  {
    library: /^(@aws-sdk\/|@smithy\/|flydrive$)/,
    homes: ['packages/storage'],
    why: 'files go through packages/storage',
  },
  {
    library: /^@opentelemetry\//,
    homes: ['packages/telemetry'],
    why: 'spans are opened through packages/telemetry, which loads nothing while they are off',
  },
  {
    library: /^web-push$/,
    homes: ['packages/push'],
    why: 'push messages are composed in packages/push and sent through the guard of packages/storage',
  },
  { library: /^nodemailer$/, homes: ['packages/mail'], why: 'mails are sent by packages/mail' },
  {
    library: /^stripe$/,
    // dev-stack signs the events of its test checkout with Stripe's own helper.
    homes: ['api', 'packages/dev-stack'],
    why: 'payments are spoken to in api/src/modules/checkout only',
  },
];
