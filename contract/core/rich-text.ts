import { longest, optionalText } from './fields.ts'

/**
 * What of HTML the texts are made of that administrators format. The server keeps nothing else when such a text is stored, and
 * the web shows nothing else. None of these tags can change how a browser reads what is around it, as svg, math and style do.
 */
export const richTextTags = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'a',
  'h3',
  'h4',
  'blockquote',
] as const

/** What a link of such a text may lead to: a page, or an email. */
export const richTextLink = /^(?:https?:\/\/|mailto:)[^\s"<>\\]+$/i

/** Formatted text as it is given, which may be empty; what it may not hold is left out when it is stored. */
export const richText = optionalText(longest.html)
