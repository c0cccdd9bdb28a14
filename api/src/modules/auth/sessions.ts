import { createHash } from 'node:crypto';
import {
  type Db,
  deleteSession,
  deleteSessionsOf,
  findSession,
  insertSession,
  listSessions,
  markSessionExpiry,
  type SessionRow,
} from '@atelier/db';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';

/** The signed-in user, and whether a browser's cookie or a program's API key proves it. */
export type Session = SessionUser & (CookieSession | { signedInBy: 'key'; keyId: string });

type SessionUser = {
  userId: string;
  email: string;
  name: string | null;
  hasEverPaid: boolean;
  isAdmin: boolean;
};

type CookieSession = {
  signedInBy: 'cookie';
  /** The SHA-256 of the cookie's value, in hex. */
  sessionId: string;
};

type Attributes = Pick<SessionRow, 'email' | 'name' | 'has_ever_paid'>;

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    DatabaseUserAttributes: Attributes;
  }
}

export type Sessions = {
  cookieName: string;
  /** Undefined when the cookie is missing, unknown or expired. `setCookie` renews a session past half of its lifetime. */
  find: (
    cookie: string | undefined,
  ) => Promise<{ session: SessionUser & CookieSession; setCookie: string | undefined } | undefined>;
  /** Creates a session and returns its Set-Cookie header. */
  start: (userId: string) => Promise<string>;
  end: (sessionId: string) => Promise<void>;
  endAll: (userId: string) => Promise<void>;
  blankCookie: string;
  /**
   * Readable by the page's scripts: says that the browser is signed in, and nothing else. Without it anonymous visitors
   * would send a request whose 401 the browser console reports as an error.
   */
  hintCookie: string;
  blankHintCookie: string;
};

const hintName = 'signed-in';
const slidingDays = 30;
const absoluteDays = 90;

/** Sessions by lucia on our own tables. The cookie's value is never stored, only its SHA-256; see docs/adr/0005-lucia-wrapped.md. */
export function createSessions(
  db: Db,
  options: { isSecure: boolean; adminEmails: readonly string[] },
): Sessions {
  const lucia = createLucia(createAdapter(db), options.isSecure);
  const hintAttributes = `Path=/; SameSite=Lax${options.isSecure ? '; Secure' : ''}`;
  return {
    cookieName: lucia.sessionCookieName,
    blankCookie: lucia.createBlankSessionCookie().serialize(),
    hintCookie: `${hintName}=1; Max-Age=${slidingDays * 86_400}; ${hintAttributes}`,
    blankHintCookie: `${hintName}=; Max-Age=0; ${hintAttributes}`,
    async find(cookie) {
      if (!cookie || cookie.length > 100) return undefined;
      const { session, user } = await lucia.validateSession(cookie);
      if (!session) return undefined;
      return {
        session: {
          signedInBy: 'cookie',
          sessionId: hashSessionId(session.id),
          userId: user.id,
          email: user.email,
          name: user.name,
          hasEverPaid: user.has_ever_paid,
          isAdmin: options.adminEmails.includes(user.email.toLowerCase()),
        },
        setCookie: session.fresh ? lucia.createSessionCookie(session.id).serialize() : undefined,
      };
    },
    async start(userId) {
      const session = await lucia.createSession(userId, {});
      return lucia.createSessionCookie(session.id).serialize();
    },
    end: (sessionId) => deleteSession(db.pool, sessionId),
    endAll: (userId) => deleteSessionsOf(db.pool, userId),
  };
}

function createLucia(adapter: Adapter, isSecure: boolean) {
  return new Lucia(adapter, {
    sessionExpiresIn: new TimeSpan(slidingDays, 'd'),
    sessionCookie: {
      // Browsers take a __Host- cookie over https only.
      name: isSecure ? '__Host-sid' : 'sid',
      attributes: { secure: isSecure, sameSite: 'lax', path: '/' },
    },
    getUserAttributes: ({ email, name, has_ever_paid }) => ({ email, name, has_ever_paid }),
  });
}

function hashSessionId(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Lucia's own adapter needs two queries and stores session ids in plain text; this one does neither. */
function createAdapter({ pool }: Db): Adapter {
  return {
    async getSessionAndUser(id) {
      const row = await findSession(pool, hashSessionId(id));
      if (!row || isTooOld(row)) return [null, null];
      return [toSession(row, id), toUser(row)];
    },
    async getUserSessions(userId) {
      return (await listSessions(pool, userId)).map((row) => toSession(row, row.session_id));
    },
    setSession: (session) =>
      insertSession(pool, {
        idHash: hashSessionId(session.id),
        userId: session.userId,
        expiresAt: session.expiresAt,
      }),
    updateSessionExpiration: (id, expiresAt) => markSessionExpiry(pool, hashSessionId(id), expiresAt),
    deleteSession: (id) => deleteSession(pool, hashSessionId(id)),
    deleteUserSessions: (userId) => deleteSessionsOf(pool, userId),
    // Done by the worker's sweeper.
    deleteExpiredSessions: async () => {},
  };
}

function isTooOld(row: SessionRow): boolean {
  return Date.now() - row.created_at.getTime() > absoluteDays * 86_400_000;
}

function toSession(row: SessionRow, id: string): DatabaseSession {
  return { id, userId: row.user_id, expiresAt: row.expires_at, attributes: {} };
}

function toUser({ user_id, email, name, has_ever_paid }: SessionRow): DatabaseUser {
  return { id: user_id, attributes: { email, name, has_ever_paid } };
}
