import * as z from 'zod/mini';

/** One address, to which a mail can go: of a reporter, and of whom an identity provider has signed in. */
export const emailAddress = z.string().check(z.trim(), z.maxLength(320), z.email());
