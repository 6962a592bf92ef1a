import sanitizeHtml from 'sanitize-html'
import { richTextLink, richTextTags } from '#contract/core/rich-text.ts'

/** Deeper than any list is: what is nested further loses its tags, not its words. */
const deepest = 24

/** What of HTML may be stored, as contract/core/rich-text.ts says: the rest is left out, and cleaning it again changes nothing. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...richTextTags],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'http', 'mailto'],
    nestingLimit: deepest,
    // The words between these are no text of the page.
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
    // A link that leads nowhere it may is no link; its words stay.
    transformTags: {
      a: (tagName, { href = '' }) =>
        richTextLink.test(href) ? { tagName, attribs: { href } } : { tagName: 'span', attribs: {} },
    },
  })
}
