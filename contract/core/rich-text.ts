import { longest, optionalText } from './fields.ts'

/**
 * The HTML tags of formatted text. The server stores and answers no others. Unlike svg, math and style, they
 * leave the parsing of their surroundings alone.
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

/** The link targets in formatted text: a page or an email. */
export const richTextLink = /^(?:https?:\/\/|mailto:)[^\s"<>\\]+$/i

/** A schema for formatted text, which may be empty. The server removes forbidden parts. */
export const richText = optionalText(longest.html)
