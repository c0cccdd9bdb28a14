/**
 * A user whose sign-in failed sees a page with a way back, in both languages, not a line of JSON. `message` is a
 * sentence of ours: it goes in unescaped.
 */
export function signInProblemPage(message: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign-in did not work · Atelier</title></head>
<body>
<main>
<h1>Sign-in did not work</h1>
<p>${message}.</p>
<p><a href="/">Back to Atelier</a></p>
<hr>
<div lang="zh-CN"><h2>登录未成功</h2><p>请返回后重试。</p><p><a href="/">返回 Atelier</a></p></div>
</main>
</body>
</html>`;
}
