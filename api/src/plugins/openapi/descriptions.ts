/**
 * Descriptions of operations beyond their summary: what each needs, changes, and leaves alone. Operations whose routes
 * describe themselves are not in this list. A test checks that each operation has a description.
 */
export const descriptions: Readonly<Record<string, string>> = {
  'GET /api/pricing':
    'Prices are in credits, with the settings that a form starts with and from the cheapest to the most expensive. `POST /api/quotes` prices an exact input. The same for everyone; may be cached for minutes.',
  'POST /api/quotes':
    'Costs nothing and stores nothing. Send `quote` with the submission: exactly its price is charged, or nothing. It is bound to account, API key and input (as read, with all defaults) and signed with a key of `/.well-known/jwks.json`; it is a price and no permission to spend once. `refusal` is the reply that the submission would get now. Files elsewhere are not fetched. Times count from the start, without your line.',
  'GET /api/status':
    'Measured from the generations of all users; it contains nothing about a single user. While fal takes no work, or a model does not (`provider_held_since`, `held_since`), submissions are accepted and wait at no charge; `successor` is a kind that does the same at no higher price.',
  'GET /api/kinds/closures':
    'A closed kind is refused with 409 `kind_closed`, which names its `successor`. Follow this list to move in time. `cause` is set where no operator closed it: `unverified` is not open yet, `price_moved` waits for its new price.',
  'GET /api/legal/{page}':
    'As Markdown, in the language asked for or in the one that exists. `text` is null when the operator has published none.',
  'GET /api/retention':
    'By the settings of this site: its own trash and erasure, and files and payloads at fal, which runs the models. The same for everyone.',
  'GET /.well-known/content-credentials.json':
    'To check who signed the C2PA manifest of a file. Certificates that are no longer used stay in the list.',
  'GET /.well-known/jwks.json':
    'A JSON Web Key Set of Ed25519 keys. Keep it for hours and fetch it again when a signature fits none of them.',
  'GET /.well-known/ledger/checkpoints':
    'Each is signed and names the size and root of the ledger’s tree at its time, so that a receipt can be checked against it.',
  'GET /.well-known/ledger/log':
    'Returns a consistency proof between two sizes of the log: nothing that was in the smaller one was changed or removed.',
  'GET /api/oembed':
    'Follows https://oembed.com: `maxwidth` and `maxheight` bound what is embedded. Pages that were withdrawn are 404, and a `format` other than `json` is 501.',
  'GET /api/auth/login':
    'For browsers. `redirect` is a path of this site to return to; `again` asks for a proof although the provider remembers the user.',
  'GET /api/auth/callback':
    'For browsers: the identity provider sends them here. A sign-in that fails is a page for those who accept HTML, and JSON otherwise.',
  'POST /api/auth/logout':
    'The cookie is cleared and open pages of the session are disconnected. `everywhere` ends all sessions of the account.',
  'GET /api/erasures/{token}': 'Needs no account: the token was in the answer that closed it.',
  'GET /api/user/sessions': 'Each with the browser and system that it belongs to. The current one is marked.',
  'DELETE /api/user/sessions': 'Open pages of those sessions are disconnected. API keys are not affected.',
  'DELETE /api/user/sessions/{id}': 'Open pages of that session are disconnected. API keys are not affected.',
  'GET /api/user/push-subscription':
    'Also returns the public key of this site that a browser subscribes with. Null as `subscription`: this session gets no notifications.',
  'PUT /api/user/push-subscription':
    'Takes what `PushManager.subscribe()` returned, as its `toJSON()` writes it.',
  'DELETE /api/user/push-subscription':
    'Does nothing when there is none. The browser itself keeps its permission.',
  'GET /api/user/security-events': 'In pages, filtered as the query says.',
  'POST /api/user/notices/{id}/acknowledge': 'The notice leaves the pages of all browsers of the account.',
  'GET /api/user/api-keys': 'With scopes, budgets and what was spent, but never with the key itself.',
  'POST /api/user/api-keys': 'Needs a recent sign-in. The key itself cannot be shown again.',
  'PATCH /api/user/api-keys/{id}':
    'Both budgets are replaced; null is no limit. Past spending stays counted.',
  'DELETE /api/user/api-keys/{id}':
    'Takes effect with the next request. Generations that the key submitted continue.',
  'GET /api/user/settings': 'The limit is null when there is none. The day is a UTC day.',
  'PATCH /api/user/settings':
    'Fields that are absent stay as they are. Lowering the limit needs no fresh sign-in.',
  'POST /api/checkout':
    'Nothing is granted before the payment provider has confirmed the payment. `request_id` makes a repeat the same purchase.',
  'GET /api/user/closing':
    '`closing` is null for an account that is open. Also answered to a closed account.',
  'POST /api/user/close':
    'Needs a recent sign-in, and the account’s e-mail address as confirmation. Running generations are cancelled, and their held credits are released.',
  'POST /api/user/keep': 'Possible until the erasure, whose date the answer to closing named.',
  'POST /api/user/take-out': 'Prepared by a job; `GET /api/user/take-out` says when it is ready.',
  'POST /api/user/take-out/{id}/address': 'The address works for everyone who has it, so do not pass it on.',
  'GET /api/user/take-out/{id}/archive.zip':
    'The signature in the query authorizes. Answers 206 to a range, so an interrupted download can go on.',
  'GET /api/admin/users': 'By an exact id or a part of an address, in pages.',
  'GET /api/admin/users/{id}': 'The newest rows of each list; the ledger has pages of its own.',
  'GET /api/admin/users/{id}/ledger': 'In pages. Entries are never changed, only followed by others.',
  'POST /api/admin/users/{id}/lock':
    '409 `already_locked` when it is locked. The act and its reason are in the audit log.',
  'POST /api/admin/users/{id}/unlock':
    '409 `not_locked` when it is not locked. The act and its reason are in the audit log.',
  'POST /api/admin/users/{id}/end-sessions':
    'API keys are not affected. The act and its reason are in the audit log.',
  'POST /api/admin/users/{id}/revoke-keys':
    'Sessions are not affected. The act and its reason are in the audit log.',
  'GET /api/admin/audit': 'In pages, filtered as the query says.',
  'GET /api/admin/audit.csv': 'With the filters of the list, and without pages.',
  'GET /api/admin/breakers':
    'The account at the provider first, then the provider, then kinds. Empty while it takes everything.',
  'GET /api/admin/owed': 'Both need a decision of an operator.',
  'POST /api/admin/payment-events/{id}/settle':
    'Moves no credits. The act and its reason are in the audit log.',
  'POST /api/admin/credits':
    'A grant or refund adds, an adjustment adds or takes. `request_id` makes a repeat harmless: the same one is booked once.',
  'POST /api/admin/ledger/checkpoints':
    'Signs the state of the ledger as it is now, beside the checkpoints that are made on schedule.',
  'POST /api/admin/generations/{id}/retry': 'A resubmission is priced and held like one of the owner’s own.',
  'POST /api/admin/generations/{id}/fail': 'The owner is charged nothing and sees that support ended it.',
  'POST /api/admin/generations/{id}/refund': 'At most once for each generation.',
  'GET /api/admin/margins':
    'Of the last 24 hours, 7 or 30 days, as `window` says. Amounts are millionths of a US dollar.',
  'GET /api/admin/margins/claims.csv': 'The newest 10,000, for a claim at fal.',
  'GET /api/admin/reports': 'At most 100: the first that are due, or the last that were decided.',
  'GET /api/admin/reports/{id}/copies': 'Compared by their pictures, over all users.',
  'GET /api/admin/reports/{id}/files/{position}':
    'Whole or in byte ranges, also while the page is hidden. `poster` is the still of a video.',
  'POST /api/admin/reports/{id}/hide':
    'Until then the report stays open. The act and its reason are in the audit log.',
  'POST /api/admin/reports/{id}/keep': 'Ends the report. The act and its reason are in the audit log.',
  'POST /api/admin/reports/{id}/remove':
    'Ends the report. The act and its reason are in the audit log, and it can be taken back.',
  'POST /api/admin/reports/{id}/restore': 'The act and its reason are in the audit log.',
  'GET /api/admin/results':
    'Of the last day or week, as `window` says. `unverified` and `leaving` are those of today.',
  'GET /api/admin/results/{id}/frames': 'The frames that the inspection looked at, as one WebP.',
  'POST /api/admin/kinds/{kind}/close':
    'Submissions get 409 `kind_closed` with the successor. The act and its reason are in the audit log.',
  'POST /api/admin/kinds/{kind}/announce':
    'Forms and `GET /api/kinds/closures` show the date and the successor.',
  'POST /api/admin/kinds/{kind}/open':
    'Opening a kind that is closed as unverified vouches for it. The act and its reason are in the audit log.',
};
