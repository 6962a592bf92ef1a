import { escapeHtml } from '#server/core/escape-html.ts'
import { accountPageStyle } from './account-page-style.ts'

export type Fact = [name: string, value: string]

/** HTML written by this code. All other values are escaped as text, so typed content does nothing. */
export interface Markup {
  markup: string
}

/** Returns a whole page that fetches nothing and runs nothing, whatever it contains. */
export function page(title: string, intro: Markup, sections: Markup[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">`,
    `<title>${escapeHtml(title)}</title><style>${accountPageStyle}</style></head>`,
    `<body><main><h1 dir="auto">${escapeHtml(title)}</h1><p>${intro.markup}</p>`,
    ...sections.map(({ markup }) => markup),
    '</main></body></html>\n',
  ].join('\n')
}

/** Returns names with values; blank values are shown as blank. */
export function facts(title: string, known: Fact[]): Markup {
  const rows = known.map(([name, value]) => `<tr><th scope="row">${escapeHtml(name)}</th>${cell(value)}</tr>`)
  return section(title, `<table class="facts"><tbody>${rows.join('\n')}</tbody></table>`)
}

/** Returns a table with a row for each item and its columns, in order. */
export function table<Row>(
  title: string,
  rows: Row[],
  columns: Record<string, (row: Row) => string | Markup>,
): Markup {
  if (rows.length === 0) return section(title, '<p>Nothing.</p>')
  const names = Object.keys(columns)
  const head = names.map((name) => `<th scope="col">${escapeHtml(name)}</th>`).join('')
  const body = rows.map(
    (row) =>
      `<tr>${Object.entries(columns)
        .map(([name, write]) => cell(write(row), name))
        .join('')}</tr>`,
  )
  return section(title, `<table><thead><tr>${head}</tr></thead>\n<tbody>${body.join('\n')}</tbody></table>`)
}

export function link(url: string, label: string): string {
  return `<a href="${escapeHtml(url)}">${escapeHtml(label)}</a>`
}

function section(title: string, content: string): Markup {
  const id = title.toLowerCase().replace(/\W+/g, '-')
  return {
    markup: `<section aria-labelledby="${id}"><h2 id="${id}">${escapeHtml(title)}</h2>${content}</section>`,
  }
}

/** The column's name is included: on a phone it stands before the value. */
function cell(value: string | Markup, column?: string): string {
  const content = typeof value === 'string' ? escapeHtml(value) : value.markup
  const name = column === undefined ? '' : ` data-column="${escapeHtml(column)}"`
  return `<td${name}><span dir="auto">${content || '–'}</span></td>`
}
