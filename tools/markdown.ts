import { Marked } from 'marked'
import type { Plugin } from 'vite'

const marked = new Marked({
  gfm: true,
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${headingId(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
  },
})

/** Returns the id of a heading, as GitHub's pages have it. */
export function headingId(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-')
}

/** Imports a Markdown file as HTML. Links to other Markdown files lose their ending. */
export function markdown(): Plugin {
  return {
    name: 'markdown',
    transform: {
      filter: { id: /\.md$/ },
      async handler(text) {
        const html = await marked.parse(text.replaceAll(/(\]\([\w-]+)\.md/g, '$1'))
        return { code: `export default ${JSON.stringify(html)}`, moduleType: 'js', map: null }
      },
    },
  }
}
