import { longest, optionalText } from './fields.ts'

/**
 * The HTML that administrators' formatted text may contain. The server stores nothing else, and
 * the web shows nothing else. None of these tags changes how a browser reads its surroundings, as svg, math and style do.
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

/** The targets that a link in such a text may have: a page or an email. */
export const richTextLink = /^(?:https?:\/\/|mailto:)[^\s"<>\\]+$/i

/** A schema for formatted text, which may be empty; storing removes forbidden parts. */
export const richText = optionalText(longest.html)
