import sanitizeHtml from 'sanitize-html'
import { richTextLink, richTextTags } from '#contract/core/rich-text.ts'

/** Deeper than any real list. Deeper nesting loses its tags, not its words. */
const deepest = 24

/** Removes HTML that contract/core/rich-text.ts forbids. Cleaning the result again changes nothing. */
export function cleanHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: [...richTextTags],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: ['https', 'http', 'mailto'],
    nestingLimit: deepest,
    // The content of these is not text of the page.
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
    // A link with a forbidden target loses its tag, not its words. Renaming the tag would leave another
    // link's end open.
    exclusiveFilter: ({ tag, attribs: { href = '' } }) =>
      tag === 'a' && !richTextLink.test(href) ? 'excludeTag' : false,
  })
}
