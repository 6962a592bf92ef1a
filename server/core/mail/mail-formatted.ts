import { drawn } from './mail-colors.ts'

const styles: Record<string, string> = {
  p: 'style="margin:0 0 16px"',
  h3: 'style="margin:0 0 12px;font-size:20px;line-height:1.3"',
  h4: 'style="margin:0 0 8px;font-size:17px;line-height:1.3"',
  ul: 'style="margin:0 0 16px;padding-left:24px"',
  ol: 'style="margin:0 0 16px;padding-left:24px"',
  blockquote: drawn({ color: 'muted' }, 'margin:0 0 16px;padding-left:16px'),
}

/** Returns cleaned HTML with inline styles, because mail programs read no stylesheet. */
export function formattedHtml(html: string): string {
  return (
    html
      .replace(/<(p|h3|h4|ul|ol|blockquote)>/g, (_, tag: string) => `<${tag} ${styles[tag]}>`)
      .replaceAll('<a href', `<a ${drawn({ color: 'link' }, 'overflow-wrap:anywhere')} href`)
      // The editor puts a paragraph into each item.
      .replaceAll(`<li><p ${styles.p}>`, '<li><p style="margin:0 0 4px">')
  )
}

const blocks = /^(?:p|h3|h4|ul|ol|li|blockquote)$/

/** Returns cleaned HTML as plain text: items with their signs, links with their addresses. */
export function formattedText(html: string): string {
  const lists: { isNumbered: boolean; items: number }[] = []
  let text = ''
  let address = ''
  let linkedFrom = 0
  for (const [, closing, tag = '', href, words] of html.matchAll(
    /<(\/?)([a-z0-9]+)(?: href="([^"]*)")?[^<>]*>|([^<]+)/g,
  )) {
    if (words !== undefined) {
      text += decoded(words)
    } else if (tag === 'br') {
      text += '\n'
    } else if (tag === 'a' && !closing) {
      address = decoded(href ?? '').replace(/^mailto:/i, '')
      linkedFrom = text.length
    } else if (tag === 'a') {
      text += text.slice(linkedFrom).trim() === address ? '' : ` (${address})`
    } else if (blocks.test(tag)) {
      if (tag === 'ul' || tag === 'ol') {
        if (closing) lists.pop()
        else lists.push({ isNumbered: tag === 'ol', items: 0 })
      }
      text = tag === 'li' && !closing ? `${onNewLine(text)}${signOf(lists)}` : afterBlock(text, lists.length)
    }
  }
  return text.trim()
}

/** Ends a block with an empty line, inside a list with a line break. An item's first block follows its sign. */
function afterBlock(text: string, depth: number) {
  if (/(?:^|\n) *(?:-|\d+\.) $/.test(text)) return text
  return depth > 0 ? onNewLine(text) : `${text.trimEnd()}\n\n`
}

function onNewLine(text: string) {
  const trimmed = text.replace(/\n+$/, '')
  return trimmed === '' ? '' : text.endsWith('\n\n') ? text : `${trimmed}\n`
}

function signOf(lists: { isNumbered: boolean; items: number }[]) {
  const list = lists.at(-1)
  if (!list) return '- '
  list.items++
  return `${'  '.repeat(lists.length - 1)}${list.isNumbered ? `${list.items}.` : '-'} `
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

function decoded(html: string) {
  return html.replace(
    /&(?:#(\d{1,7})|(\w+));/g,
    (whole, number: string | undefined, name: string) =>
      (number === undefined ? entities[name] : String.fromCodePoint(Number(number))) ?? whole,
  )
}
