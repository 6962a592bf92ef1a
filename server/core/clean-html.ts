import { LRUCache } from 'lru-cache'
import type { IOptions } from 'sanitize-html'
import sanitizeHtml from 'sanitize-html'
import { richTextLink, richTextTags } from '#contract/core/rich-text.ts'

/** Deeper than any real list. Deeper nesting loses its tags, not its words. */
const deepest = 24

/**
 * Removes HTML that contract/core/rich-text.ts forbids. Cleaning the result again changes nothing. Formatted
 * text is cleaned before it is stored, and again for each page and email: another program may have stored it.
 */
export function cleanHtml(html: string): string {
  return cleaned.memo(html)
}

const cleaned = new LRUCache<string, string>({
  max: 200,
  memoMethod: (html) => sanitizeHtml(html, allowed),
})

const allowed: IOptions = {
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
  // A link with a forbidden target loses its tag, not its words. Renaming the tag would leave another link's
  // end open.
  exclusiveFilter: ({ tag, attribs: { href = '' } }) =>
    tag === 'a' && !richTextLink.test(href) ? 'excludeTag' : false,
}
