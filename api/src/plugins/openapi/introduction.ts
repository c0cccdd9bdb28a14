/** The first page of the document, in Markdown. */
export const introduction = `Make videos, images, sounds and answers about images, paid with credits.

**Signing in.** Programs send a personal key, made at \`/developers\`: \`Authorization: Bearer atl_…\` (or \`Key atl_…\`, as fal's client does). Pages use the session cookie; a request that changes something then needs an \`Origin\` of ours.

**Submitting.** A submission is checked, priced and answered at once; its credits are held until it ends. Send a UUID as \`Idempotency-Key\` (or \`request_id\`): repeated with the same body it gets the first answer, with another body 422.

**The end.** Pass \`webhook_url\` to be told, signed as fal signs its webhooks (keys at \`/.well-known/jwks.json\`), or ask \`GET /api/generations/{id}\`. A failure gives the held credits back by itself.

**Errors.** Every refusal is \`{ success: false, error, message, code, … }\`: \`error\` and \`message\` are one English sentence, \`code\` never changes its name. \`validation_failed\` lists all fields in \`issues\`. After 429, wait for \`Retry-After\` seconds.

**fal's own client** works unmodified with \`proxyUrl: '/api/wan/fal/proxy'\`.`;

/** The groups of the document, in their order. */
export const tags = [
  { name: 'generations', description: 'Every kind alike: look, cancel, publish' },
  { name: 'video', description: 'Videos from words, images and videos' },
  { name: 'images', description: 'Images from words and images; history, filters, archives' },
  { name: 'audio', description: 'Sounds for videos' },
  { name: 'understanding', description: 'Answers about images' },
  { name: 'uploads', description: 'Files that submissions begin with' },
  { name: 'fal', description: 'The protocol of fal, for its own client' },
  { name: 'credits', description: 'Prices, balance, ledger, receipts, purchases' },
  { name: 'user', description: 'Who is signed in, and their own limit' },
  { name: 'api keys', description: 'Keys for programs; managed in the browser' },
  { name: 'webhooks', description: 'Messages to a server of your own' },
  { name: 'sign-in', description: 'For browsers' },
  { name: 'admin', description: 'For operators' },
];
