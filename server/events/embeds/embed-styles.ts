/** The look of a frame: the portal's colors, or their dark counterparts on a dark website. */
export const embedStyles = `
:root { color-scheme: light; --card: #fff; --text: #0f1b2d; --muted: #4a5565; --line: #cbd5e1; --blue: #1f5796; --on-blue: #fff; --dead: #f5f7fa; --note: #8a3600 }
:root[data-scheme=dark] { color-scheme: dark; --card: #131c2b; --text: #eef2f8; --muted: #b4bfce; --line: #46546a; --blue: #9cc3f0; --on-blue: #0b2545; --dead: #1b2638; --note: #f3b58a }
* { box-sizing: border-box }
html, body { margin: 0; background: transparent }
body { display: flow-root; padding: .25rem; color: var(--text); font: .9375rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; -webkit-text-size-adjust: 100% }
h1, h2, p, ul { margin: 0; padding: 0 }
ul { list-style: none }
h1, h2 { font-size: 1.25rem; font-weight: 650; line-height: 1.35 }
a { color: var(--blue) }
h1 a, h2 a { color: inherit; text-decoration: none }
h1 a:hover, h2 a:hover { text-decoration: underline }
:focus-visible { outline: 2px solid var(--blue); outline-offset: 2px; border-radius: .25rem }
.events { display: grid; gap: 1rem }
.card { padding: 1rem 1.25rem 1.25rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card) }
.facts { color: var(--muted) }
.label { margin-top: .75rem; font-weight: 600 }
.slots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)); gap: .5rem; margin-top: .5rem }
.slot { display: grid; height: 100%; align-content: center; padding: .5rem .875rem; border: 1px solid var(--line); border-radius: .5rem; color: inherit; text-decoration: none }
a.slot:hover { border-color: var(--blue); color: var(--blue) }
.closed { background: var(--dead); color: var(--muted) }
.days { color: var(--muted); font-size: .8125rem }
.times { font-weight: 600 }
.note { color: var(--note); font-size: .8125rem; font-weight: 600 }
.closed .note { color: inherit }
.button { display: inline-block; padding: .625rem 1.125rem; border-radius: .5rem; background: var(--blue); color: var(--on-blue); font-weight: 600; text-decoration: none }
.button:hover { text-decoration: underline }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
`
