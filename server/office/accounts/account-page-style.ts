/** The page's style: the portal's colors, a card per row on a phone, plain on paper. */
export const accountPageStyle = `
:root { color-scheme: light; }
body { margin: 0; background: #f5f7fa; color: #0f1b2d; font: 16px/1.5 Inter, "Segoe UI", Helvetica, Arial, sans-serif; }
main { max-width: 1080px; margin: 0 auto; padding: 32px 20px; }
h1 { margin: 0 0 8px; font-size: 28px; line-height: 1.25; }
h2 { margin: 0 0 12px; font-size: 20px; }
p { margin: 0 0 8px; color: #4a5565; }
section { margin: 24px 0 0; padding: 24px; background: #fff; border: 1px solid #cbd5e1; border-radius: 8px; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 15px; font-variant-numeric: tabular-nums; }
th, td { padding: 8px 16px 8px 0; border-top: 1px solid #e2e8f0; text-align: left; vertical-align: top; overflow-wrap: break-word; }
th { color: #4a5565; font-weight: 600; }
thead th, .facts tr:first-child > * { border-top: 0; }
.facts td { overflow-wrap: anywhere; }
td span { unicode-bidi: isolate; white-space: pre-line; }
.facts th { width: 240px; font-weight: 400; }
a { color: #1f5796; }
@media screen and (max-width: 760px) {
  main { padding: 20px 12px; }
  section { padding: 16px; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr { display: block; }
  tr { padding: 8px 0; border-top: 1px solid #cbd5e1; }
  tr:first-child { border-top: 0; }
  td, .facts tr { display: grid; grid-template-columns: 112px minmax(0, 1fr); gap: 12px; }
  th, td { padding: 2px 0; border: 0; overflow-wrap: anywhere; }
  .facts td { display: block; }
  .facts th { width: auto; }
  td[data-column]::before { content: attr(data-column); color: #4a5565; }
}
@page { margin: 14mm; }
@media print {
  body { background: none; font-size: 11px; }
  h1 { font-size: 18px; }
  h2 { margin-bottom: 4px; font-size: 13px; }
  main { max-width: none; padding: 0; }
  section { padding: 0; border: 0; }
  h2 { break-after: avoid; }
  tr { break-inside: avoid; }
  th, td { padding: 3px 12px 3px 0; }
  table { font-size: 10px; }
}
`
