/** The first page of the document, in Markdown. */
export const introduction = `Make videos, images, sounds and answers about images, paid with credits.

**Signing in.** Programs send a personal API key, created at \`/developers\`: \`Authorization: Bearer atl_…\` (or \`Key atl_…\`, as fal's client does). Pages use the session cookie; a request that changes something then needs this site's \`Origin\`. Each operation names the scope that a key needs; other keys get 403 \`key_scope_missing\`.

**Submitting.** \`POST /api/generations\` takes the id of a model as \`kind\` and its settings as \`input\`; each medium also has a call of its own. A submission is validated and priced at once; its credits are held until the generation ends. \`POST /api/quotes\` binds the price before. Send a UUID as \`Idempotency-Key\` (or \`request_id\`): a repeat with the same body gets the first answer, a repeat with another body gets 422.

**The end.** Pass \`webhook_url\` to receive one message when the generation ends, signed as fal signs its webhooks (keys at \`/.well-known/jwks.json\`), or poll \`GET /api/generations/{id}\`. When a generation fails, its held credits are released automatically.

**Errors.** Every error is \`{ success: false, error, message, code, … }\`: \`error\` and \`message\` are one English sentence, \`code\` never changes. \`validation_failed\` lists all fields in \`issues\`. After 429, wait for \`Retry-After\` seconds.

**fal's own client** works unmodified with \`proxyUrl: '/api/wan/fal/proxy'\`.`;

/** The groups of the document, in their order. */
export const tags = [
  { name: 'generations', description: 'Generations of every kind: create, get, cancel, publish' },
  {
    name: 'line',
    description: 'Generations that wait for a free slot: their order, pauses, cancelling',
  },
  { name: 'quotes', description: 'Prices that bind, for programs that decide before they spend' },
  { name: 'batches', description: 'Up to 500 generations that are submitted, followed and compared as one' },
  { name: 'library', description: 'Everything you made: lists, filters, marks, projects and the trash' },
  { name: 'cuts', description: 'Videos of your own, cut and joined for free' },
  { name: 'films', description: 'Shots that models make one by one, joined into a film' },
  { name: 'shares', description: 'Pages that show a generation to anyone with the link' },
  { name: 'video', description: 'Videos from text, images and videos' },
  { name: 'images', description: 'Images from text and images; history, filters, downloads' },
  { name: 'audio', description: 'Sounds for videos, sound effects and music' },
  { name: 'understanding', description: 'Answers about images' },
  { name: 'uploads', description: 'Input files of submissions' },
  { name: 'fal', description: 'fal’s queue protocol, for fal’s own client' },
  { name: 'credits', description: 'Prices, balance, ledger, receipts, purchases' },
  { name: 'status', description: 'Recent failures, waits and times of the models' },
  { name: 'user', description: 'The signed-in user and their daily limit' },
  { name: 'api keys', description: 'Keys for programs; managed in the browser' },
  { name: 'webhooks', description: 'Messages to your own server' },
  { name: 'site', description: 'Published by the operator of this site' },
  { name: 'sign-in', description: 'For browsers' },
  { name: 'admin', description: 'For operators' },
];
