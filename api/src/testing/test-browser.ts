export type Reply = {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text. */
  body: unknown;
  bytes: Buffer;
};

export type RequestOptions = {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; a string or buffer is sent as is. */
  body?: unknown;
  /** Origin header, by default the app's own; null sends none. */
  origin?: string | null;
};

export type TestBrowser = {
  cookies: Map<string, string>;
  cookieHeader(): string;
  request(path: string, options?: RequestOptions): Promise<Reply>;
  get(path: string, headers?: Record<string, string>): Promise<Reply>;
  post(path: string, body?: unknown, options?: RequestOptions): Promise<Reply>;
};

/** Keeps cookies and sends its origin like a browser, but never follows redirects. */
export function createBrowser(url: string, ownOrigin: string): TestBrowser {
  const cookies = new Map<string, string>();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  async function request(path: string, options: RequestOptions = {}): Promise<Reply> {
    const { method = 'GET', body, origin = ownOrigin } = options;
    const isRaw = body === undefined || typeof body === 'string' || Buffer.isBuffer(body);
    const response = await fetch(new URL(path, url), {
      method,
      redirect: 'manual',
      headers: {
        ...(cookies.size > 0 && { cookie: cookieHeader() }),
        ...(method !== 'GET' && method !== 'HEAD' && origin !== null && { origin }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      body: isRaw ? (body as string | undefined) : JSON.stringify(body),
    });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return readReply(response);
  }

  return {
    cookies,
    cookieHeader,
    request,
    get: (path, headers) => request(path, { headers }),
    post: (path, body, options) => request(path, { method: 'POST', body, ...options }),
  };
}

async function readReply(response: Response): Promise<Reply> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json') && bytes.length > 0;
  const text = bytes.toString('utf8');
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    body: isJson ? JSON.parse(text) : text,
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/Max-Age=0\b/i.test(line) || /Expires=Thu, 01 Jan 1970/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}
