import { createHash, randomUUID } from 'node:crypto';
import {
  createSessionFinder,
  type Db,
  deleteAllSessions,
  deleteSession,
  insertSession,
  type ListedSession,
  listSessions,
  markSessionExpiry,
  markSessionUsed,
  maxSessionDays,
  type NewSession,
  type SessionRow,
} from '@atelier/db';
import { type Adapter, type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';

/** The signed-in user, and whether a browser's cookie or a program's API key proves it. */
export type Session = SessionUser & (CookieSession | KeySession);

export type KeySession = {
  signedInBy: 'key';
  keyId: string;
  /** Price above which the owner of the key is asked; null when they never are. */
  askAbove: number | null;
};

type SessionUser = {
  userId: string;
  email: string;
  name: string | null;
  /** When the account was made. */
  memberSince: Date;
  hasEverPaid: boolean;
  /** The account may create nothing: an operator locked it, or its owner closed it. */
  isLocked: boolean;
  isAdmin: boolean;
};

export type CookieSession = {
  signedInBy: 'cookie';
  /** The SHA-256 of the cookie's value, in hex. */
  sessionId: string;
  /** Names the session in the API and in the audit log. */
  publicId: string;
  /** When the user last proved at the identity provider who they are. */
  signedInAt: Date;
  /** When the account will be erased, if its owner closed it; then the session is good for little else than keeping it. */
  erasesAt: Date | null;
};

/** Stored facts of a sign-in by which its user can recognize it. */
export type SignIn = Pick<NewSession, 'publicId' | 'authenticatedAt' | 'address' | 'userAgent'>;

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    DatabaseUserAttributes: Pick<
      SessionRow,
      'email' | 'name' | 'member_since' | 'has_ever_paid' | 'is_locked' | 'erases_at' | 'operator_grant'
    >;
    DatabaseSessionAttributes: Pick<SessionRow, 'public_id' | 'authenticated_at'> & {
      is_use_unmarked?: boolean;
      /** Sign-in of a new session. */
      signIn?: SignIn;
    };
  }
}

export type Sessions = {
  cookieName: string;
  /** Returns undefined for a missing, unknown or expired cookie. `setCookie` renews a session past half of its lifetime. */
  find: (cookie: string | undefined) => Promise<FoundSession | undefined>;
  /** Creates a session and returns its Set-Cookie header. */
  start: (userId: string, signIn?: SignIn) => Promise<string>;
  /** Lists the sessions that are still valid, the last used first. */
  list: (userId: string) => Promise<ListedSession[]>;
  /** Notes down the use of a session whose `isUseUnmarked` is true. */
  markUsed: (session: CookieSession, address: string | null) => Promise<void>;
  /** Returns false when the session had already ended. */
  end: (sessionId: string) => Promise<boolean>;
  /** Ends all sessions of the user and returns how many there were. */
  endAll: (userId: string) => Promise<number>;
  blankCookie: string;
  /**
   * Readable by the page's scripts: says that the browser is signed in. Without it anonymous visitors would send a request
   * whose 401 the browser console reports as an error. Its value changes with each sign-in and says nothing else, so a tab
   * notices that another one has signed in again.
   */
  createHintCookie: () => string;
  blankHintCookie: string;
};

type FoundSession = {
  session: SessionUser & CookieSession;
  setCookie: string | undefined;
  isUseUnmarked: boolean;
};

const hintName = 'signed-in';
const slidingDays = 30;

/**
 * Sessions by lucia on our own tables. The cookie's value is never stored, only its SHA-256; see
 * docs/adr/0005-lucia-wrapped.md.
 */
export function createSessions(
  db: Db,
  options: { isSecure: boolean; adminEmails: readonly string[] },
): Sessions {
  const lucia = createLucia(createAdapter(db), options.isSecure);
  const hintAttributes = `Path=/; SameSite=Lax${options.isSecure ? '; Secure' : ''}`;
  return {
    cookieName: lucia.sessionCookieName,
    blankCookie: lucia.createBlankSessionCookie().serialize(),
    createHintCookie: () => `${hintName}=${randomUUID()}; Max-Age=${slidingDays * 86_400}; ${hintAttributes}`,
    blankHintCookie: `${hintName}=; Max-Age=0; ${hintAttributes}`,
    async find(cookie) {
      if (!cookie || cookie.length > 100) return undefined;
      const { session, user } = await lucia.validateSession(cookie);
      if (!session) return undefined;
      return {
        session: {
          signedInBy: 'cookie',
          sessionId: hashSessionId(session.id),
          publicId: session.publicId,
          signedInAt: session.signedInAt,
          userId: user.id,
          email: user.email,
          name: user.name,
          memberSince: user.member_since,
          erasesAt: user.erases_at,
          hasEverPaid: user.has_ever_paid,
          isLocked: user.is_locked,
          isAdmin:
            user.erases_at === null &&
            (user.operator_grant ?? options.adminEmails.includes(user.email.toLowerCase())),
        },
        setCookie: session.fresh ? lucia.createSessionCookie(session.id).serialize() : undefined,
        isUseUnmarked: session.isUseUnmarked,
      };
    },
    async start(userId, signIn = unknownSignIn()) {
      const attributes = { public_id: signIn.publicId, authenticated_at: new Date(), signIn };
      const session = await lucia.createSession(userId, attributes);
      return lucia.createSessionCookie(session.id).serialize();
    },
    list: (userId) => listSessions(db.pool, userId, oldestStart()),
    markUsed: ({ sessionId }, address) => markSessionUsed(db.pool, sessionId, address),
    end: (sessionId) => deleteSession(db.pool, sessionId),
    endAll: async (userId) => (await deleteAllSessions(db.pool, userId)).length,
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
    getSessionAttributes: ({ public_id, authenticated_at, is_use_unmarked = false }) => ({
      publicId: public_id,
      signedInAt: authenticated_at,
      isUseUnmarked: is_use_unmarked,
    }),
    getUserAttributes: (attributes) => ({ ...attributes }),
  });
}

function hashSessionId(id: string): string {
  return createHash('sha256').update(id).digest('hex');
}

/** Lucia's own adapter needs two queries and stores session ids in plain text; this one does neither. */
function createAdapter({ pool }: Db): Adapter {
  const find = createSessionFinder(pool);
  return {
    async getSessionAndUser(id) {
      const row = await find(hashSessionId(id));
      if (!row || row.created_at < oldestStart()) return [null, null];
      return [toSession(row, id), toUser(row)];
    },
    async getUserSessions(userId) {
      return (await listSessions(pool, userId, oldestStart())).map((row) => toSession(row, row.session_id));
    },
    setSession: ({ id, userId, expiresAt, attributes: { signIn = unknownSignIn() } }) =>
      insertSession(pool, { idHash: hashSessionId(id), userId, expiresAt, ...signIn }),
    updateSessionExpiration: (id, expiresAt) => markSessionExpiry(pool, hashSessionId(id), expiresAt),
    deleteSession: async (id) => void (await deleteSession(pool, hashSessionId(id))),
    deleteUserSessions: async (userId) => void (await deleteAllSessions(pool, userId)),
    // Done by the worker's sweeper.
    deleteExpiredSessions: async () => {},
  };
}

/** A session that began before this has ended, however often it was renewed. */
function oldestStart(): Date {
  return new Date(Date.now() - maxSessionDays * 86_400_000);
}

function unknownSignIn(): SignIn {
  return { publicId: randomUUID(), authenticatedAt: null, address: null, userAgent: null };
}

function toSession(row: SessionRow | ListedSession, id: string): DatabaseSession {
  return { id, userId: row.user_id, expiresAt: row.expires_at, attributes: row };
}

function toUser(row: SessionRow): DatabaseUser {
  return { id: row.user_id, attributes: row };
}
