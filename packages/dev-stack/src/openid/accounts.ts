export type LocalAccount = {
  email: string;
  name: string;
  /** Key of the sentence on the sign-in page that describes it. */
  describedAs: 'paid' | 'unpaid' | 'operator';
};

/** Accounts that exist from the first start; `seed.ts` grants their credits. */
export const readyAccounts: readonly LocalAccount[] = [
  { email: 'paid@atelier.test', name: 'Pat Paid', describedAs: 'paid' },
  { email: 'new@atelier.test', name: 'Nell New', describedAs: 'unpaid' },
  { email: 'ops@atelier.test', name: 'Odi Ops', describedAs: 'operator' },
];

const subjectPrefix = 'local|';
const emailPattern = /^[\w.%+-]{1,64}@[a-z0-9.-]{1,180}\.[a-z]{2,}$/;

/** The address in canonical form, or undefined when the text is not an e-mail address. */
export function readEmail(text: string | undefined): string | undefined {
  const email = text?.trim().toLowerCase();
  return email !== undefined && emailPattern.test(email) ? email : undefined;
}

/** The `sub` of an address: stable across restarts, so that data stays with its account. */
export function localSubject(email: string): string {
  return `${subjectPrefix}${email}`;
}

export type AccountClaims = {
  [claim: string]: unknown;
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
};

/** Claims for any subject of this provider; undefined for anything else. */
export function findClaims(subject: string, accounts: readonly LocalAccount[]): AccountClaims | undefined {
  if (!subject.startsWith(subjectPrefix)) return undefined;
  const email = subject.slice(subjectPrefix.length);
  const name = accounts.find((account) => account.email === email)?.name ?? email.split('@')[0] ?? email;
  return { sub: subject, email, email_verified: true, name };
}
