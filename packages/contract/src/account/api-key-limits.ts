// No schemas in this file: a page loads it, and a schema would load zod.

/** How many keys a user may have that are not revoked. */
export const maxApiKeys = 20;
export const maxApiKeyNameLength = 60;

/** Scopes of a key; each route names the one that it needs. */
export const apiKeyScopes = ['generate', 'read', 'files'] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Words of each scope, used in refusals and the API's description. */
export const apiKeyScopeMeanings: Readonly<Record<ApiKeyScope, string>> = {
  generate: 'make, change and delete generations',
  read: 'read generations, histories and credits',
  files: 'upload and download files',
};

/** The longest lifetime of a key that ends. */
export const maxApiKeyDays = 1_826;
