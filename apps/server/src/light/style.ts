import { createHash } from 'node:crypto'

/** Style sheet of the light pages: the portal's colours, in at most 3 kB. */
export const style = `
:root{color-scheme:dark;--g:#0e1a29;--s:#15253a;--l:#2c4260;--b:#56708f;--t:#f5eee2;--q:#b3c1d1;--a:#e8b762;--i:#23180a;--ok:#7fd1a8;--og:#16392f;--no:#ffa091;--ng:#44211f;--h:linear-gradient(175deg,#16304a,#1b3a50 38%,#5a4a4c 72%,#a5714c)}
[data-theme=light]{color-scheme:light;--g:#f6f0e5;--s:#fffcf6;--l:#d9ccb6;--b:#8a7a60;--t:#1b2a3b;--q:#51606f;--a:#8a5a12;--i:#fffaf0;--ok:#1c6a48;--og:#dcefe2;--no:#a3312a;--ng:#f9dfd9;--h:linear-gradient(175deg,#bcd6dd,#d7dccb 45%,#f0d3a4)}
*{box-sizing:border-box}
body{margin:0;background:var(--g);color:var(--t);font:1rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Devanagari',sans-serif;overflow-wrap:anywhere}
header,main,footer{max-width:44rem;margin:auto;padding:.75rem 1rem}
header{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:center}
nav{display:flex;flex-wrap:wrap;gap:0 1.1rem;flex:1 1 20rem}
nav a,footer a{padding:.6rem 0;text-decoration:none}
a{color:var(--a)}
.logo{display:flex;gap:.6rem;align-items:center;font-weight:700;font-size:1.19rem;color:var(--t);text-decoration:none;padding:.4rem 0}
.sea{height:4px;background:var(--h)}
.skip{position:absolute;left:-99rem}
.skip:focus{left:1rem}
h1{font-size:1.6rem;line-height:1.2;margin:.75rem 0 .25rem}
h2{font-size:1.19rem;margin:1.5rem 0 .5rem}
.card>h2{margin-top:0}
.card>:last-child{margin-bottom:0}
.card form+form{margin-top:1.25rem}
p{margin:.25rem 0 .75rem}
.q,small{color:var(--q)}
small{font-size:.875rem;display:block}
.card{background:var(--s);border:1px solid var(--l);border-radius:.875rem;padding:1rem;margin:1rem 0}
.sum{font-size:1.75rem;font-weight:700}
.note,.alert{border-radius:.5rem;padding:.75rem 1rem;margin:1rem 0;background:var(--og);color:var(--ok)}
.alert{background:var(--ng);color:var(--no)}
.f{margin:0 0 1rem}
.f>label,legend{display:block;font-weight:600;margin-bottom:.25rem;padding:0}
fieldset{border:0;padding:0;margin:0 0 1rem}
input,select,textarea{font:inherit;color:inherit;background:var(--g);border:1px solid var(--b);border-radius:.5rem;min-height:2.875rem;padding:.5rem .75rem;width:100%}
[type=radio],[type=checkbox]{min-height:0;width:1.25rem;height:1.25rem;margin:.15rem 0;accent-color:var(--a);flex:none}
label.o{display:flex;gap:.75rem;font-weight:400;padding:.75rem;border:1px solid var(--l);border-radius:.5rem;margin:.5rem 0}
[aria-invalid=true]{border-color:var(--no)}
.e{color:var(--no);margin:.25rem 0 0}
button,.btn{display:inline-block;font:inherit;font-weight:700;min-height:2.875rem;padding:.65rem 1.25rem;border:1px solid var(--a);border-radius:.5rem;background:var(--a);color:var(--i);text-decoration:none;cursor:pointer;margin:0 .5rem .5rem 0}
.quiet{background:none;color:var(--a)}
:focus-visible{outline:3px solid var(--a);outline-offset:2px}
dl{margin:0}
dt{color:var(--q);font-size:.875rem}
dd{margin:0 0 .6rem}
ul,ol{margin:0;padding:0;list-style:none}
li{padding:.6rem 0;border-top:1px solid var(--l)}
li:first-child{border:0}
.r{display:flex;justify-content:space-between;gap:1rem}
footer{border-top:1px solid var(--l);margin-top:1rem;font-size:.875rem}
footer form,header form{display:inline}
`
  .trim()
  .replace(/\n/g, '')

/** CSP hash of the style. */
export const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`
