/** Follows the redirects of a sign-in like a browser, and returns its cookies as a header. */
export async function signIn(url: string, email: string): Promise<string> {
  const cookies = new Map<string, string>();
  let next = `${url}/api/auth/login?login_hint=${email}&redirect=/creator`;
  while (new URL(next).pathname !== '/creator') {
    const response = await fetch(next, { redirect: 'manual', headers: { cookie: header(cookies) } });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${next} answers ${response.status}: ${await response.text()}`);
    next = new URL(location, next).href;
  }
  return header(cookies);
}

function header(cookies: Map<string, string>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}
