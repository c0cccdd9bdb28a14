/** The style sheet of all pages that are rendered here; its colours are the product's (web/src/styles/tokens.css). */
export const pageStyle = `
[data-theme=dark]{color-scheme:dark}[data-theme=light]{color-scheme:light}
*{box-sizing:border-box}
html{background:var(--color-canvas);color:var(--color-ink);font:0.9375rem/1.5rem system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",sans-serif}
body{margin:0;min-height:100dvh;display:flex;flex-direction:column;-webkit-font-smoothing:antialiased}
h1,h2,p,dl,dd,figure,fieldset{margin:0}
h1{font-size:1.375rem;line-height:1.75rem;font-weight:600;text-wrap:balance;overflow-wrap:anywhere}
h2{font-size:1.0625rem;font-weight:600}
a{color:var(--color-accent-text);text-underline-offset:4px}
:focus-visible{outline:2px solid var(--color-accent-text);outline-offset:2px}
header{display:flex;align-items:center;justify-content:space-between;gap:1rem;min-height:3.5rem;padding:.5rem 1.25rem}
.brand{display:flex;align-items:center;gap:.625rem;min-height:2.5rem;color:var(--color-ink);font-weight:600;font-size:1.0625rem;text-decoration:none}
.skip{position:absolute}.skip:not(:focus){width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.skip:focus{left:1rem;top:.75rem;z-index:1;padding:.5rem 1rem;background:var(--color-surface);border-radius:.375rem}
main{flex:1;width:100%}
.narrow{max-width:40rem;margin:0 auto;padding:2rem 1.25rem 4rem;display:grid;gap:1rem}
.notice{margin:0 auto;padding:.5rem 1.25rem;max-width:76rem;font-size:.8125rem;color:var(--color-ink-soft)}
.stage{background:var(--color-stage)}
.works{display:grid;gap:1rem;margin:0 auto;padding:0;max-width:76rem}
.work{display:grid;place-items:center;min-width:0}
.work img,.work video{display:block;max-width:100%;max-height:min(72dvh,52rem);width:auto;height:auto}
.work audio{width:100%}
.grid{display:grid;grid-template-areas:"title" "aside" "origin";gap:1.5rem;max-width:76rem;margin:0 auto;padding:1.5rem 1.25rem 4rem}
aside{grid-area:aside}.title{grid-area:title}.origin{grid-area:origin}
section>h2+p{margin-top:.375rem}
.stack{display:grid;gap:1.25rem;align-content:start;min-width:0}
.line{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .75rem;font-size:.8125rem;color:var(--color-ink-soft)}
.badge{padding:.125rem .5rem;border-radius:.375rem;background:var(--color-accent-soft);color:var(--color-accent-text);font-weight:500}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
.sound{width:100%;max-width:46rem;padding:2.5rem 1.25rem;display:grid;gap:1.25rem;color:var(--color-accent-text)}
.sound svg{width:100%;height:8rem}
dl{display:grid;grid-template-columns:repeat(auto-fill,minmax(9.5rem,1fr));gap:.875rem 1.25rem}
dt{font-size:.8125rem;line-height:1.25rem;color:var(--color-ink-soft)}
dd{font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
.soft{color:var(--color-ink-soft)}
.small-text{font-size:.8125rem;line-height:1.25rem}
.button{display:inline-flex;align-items:center;justify-content:center;min-height:3rem;padding:.375rem 1.25rem;border:0;border-radius:.625rem;background:var(--color-accent);color:var(--color-on-accent);font:inherit;font-weight:500;text-align:center;text-decoration:none;cursor:pointer}
.button:hover{background:var(--color-accent-strong)}
.button.quiet{background:var(--color-raised);color:var(--color-ink);min-height:2.5rem}
.button.quiet:hover{background:var(--color-hover)}
.button.small{min-height:2.5rem;padding:.25rem 1rem}
.actions{display:grid;gap:.625rem}
label{display:grid;gap:.375rem;font-weight:500}
label.choice{display:flex;gap:.625rem;align-items:start;font-weight:400;padding:.375rem 0}
fieldset{border:0;padding:0;display:grid;gap:.25rem}
legend{padding:0;font-weight:500}
input,textarea,select{font:1rem/1.5rem inherit;font-family:inherit;color:inherit;background:var(--color-surface);border:1px solid var(--color-line-strong);border-radius:.625rem;padding:.5rem .75rem;width:100%}
input[type=radio],input[type=checkbox]{width:1.125rem;height:1.125rem;margin:.1875rem 0 0;flex:none;accent-color:var(--color-accent)}
.error{padding:.625rem 1rem;border-radius:.625rem;background:var(--color-danger-soft);color:var(--color-danger-text)}
.done{padding:.625rem 1rem;border-radius:.625rem;background:var(--color-ok-soft);color:var(--color-ok-text)}
footer{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.25rem 2rem;padding:1rem 1.25rem;border-top:1px solid var(--color-line);font-size:.8125rem}
footer nav{display:flex;flex-wrap:wrap;gap:0 1.25rem}
footer a,.report{display:inline-block;padding:.5rem 0;color:var(--color-ink-soft)}
.frame{background:#000;min-height:100dvh}
.frame video{width:100%;height:100dvh}
@media (min-width:48rem){
h1{font-size:1.875rem;line-height:2.25rem}
.stage{padding:1.25rem}
.stage img,.stage video{border-radius:.875rem}
.works.several{grid-template-columns:1fr 1fr}
.grid{grid-template:"title aside" auto "origin aside" 1fr/minmax(0,1fr) 20rem;gap:2rem 3rem}
}
@media (prefers-reduced-motion:no-preference){.button{transition:background 150ms}}
`.replaceAll('\n', '');
