import sanitizeHtml from 'sanitize-html'
import { richTextLink, richTextTags } from '#contract/core/rich-text.ts'

/** Deeper than any real list: deeper nesting loses its tags, not its words. */
const deepest = 24

/** Removes HTML that may not be stored, by contract/core/rich-text.ts. Cleaning the result again changes nothing. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...richTextTags],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'http', 'mailto'],
    nestingLimit: deepest,
    // The content of these is no text of the page.
    nonTextTags: [
      'script',
      'style',
      'template',
      'title',
      'svg',
      'math',
      'iframe',
      'object',
      'select',
      'textarea',
      'option',
      'noscript',
      'noembed',
      'noframes',
      'xmp',
      'plaintext',
    ],
    // A link with a forbidden target loses its tag, not its words. Renaming it would leave the end of another link open.
    exclusiveFilter: ({ tag, attribs: { href = '' } }) =>
      tag === 'a' && !richTextLink.test(href) ? 'excludeTag' : false,
  })
}
