import * as z from 'zod/mini'
import { longest, requiredLine } from '#contract/core/fields.ts'
import { richText } from '#contract/core/rich-text.ts'

/** 'registration': a service email about one's own registration. 'news': marketing, which needs consent. */
export const messageKinds = ['registration', 'news'] as const
export type MessageKind = (typeof messageKinds)[number]

export const messageKindLabels: Record<MessageKind, string> = {
  registration: 'About their registration',
  news: 'News',
}

/** The names in braces that each email fills in, with an example value. */
export const placeholders = {
  name: 'First name',
  event: 'Event',
  slot: 'Days and times',
  'join link': 'Personal join link',
} as const
export type Placeholder = keyof typeof placeholders

/** Returns the placeholders that a kind of message can fill. */
export function placeholdersOf(kind: MessageKind): Placeholder[] {
  return kind === 'news' ? ['name'] : (Object.keys(placeholders) as Placeholder[])
}

/** Returns true if the text has a placeholder. People without a value for it are left out. */
export function hasPlaceholder(html: string, placeholder: Placeholder): boolean {
  return bracesIn(withoutTags(html)).some((name) => nameIn(name) === placeholder)
}

/** Fills a text's placeholders outside its tags; unknown ones stay. */
export function fillText(html: string, fill: (placeholder: Placeholder) => string): string {
  return html.replace(/<[^<>]*>|\{[^{}<>]*\}/g, (part) => {
    const name = part.startsWith('{') ? nameIn(part) : undefined
    return name === undefined ? part : fill(name)
  })
}

/** Fills the placeholders of a line without tags. */
export function fillLine(line: string, fill: (placeholder: Placeholder) => string): string {
  return line.replace(/\{[^{}]*\}/g, (part) => {
    const name = nameIn(part)
    return name === undefined ? part : fill(name)
  })
}

const kind = z.enum(messageKinds, { error: 'Has to be registration or news' })

/** A message as written. Refuses placeholders without a value. */
export const MessageText = z
  .object(
    {
      kind,
      subject: requiredLine('Please enter a subject', longest.line),
      html: richText,
    },
    { error: 'Has to be an object' },
  )
  .check(
    z.refine(({ html }) => withoutTags(html).trim() !== '', {
      path: ['html'],
      error: 'Please enter a text',
      when: isWritten,
    }),
    refusesWith('subject', (message) => subjectProblem(message)),
    refusesWith('html', (message) => textProblem(message)),
  )
export type MessageText = z.output<typeof MessageText>

function subjectProblem({ kind, subject }: MessageText): string | undefined {
  if (hasPlaceholder(subject, 'join link')) return "{join link} can't be in the subject."
  return placeholderProblem(kind, subject)
}

function textProblem({ kind, html }: MessageText): string | undefined {
  const tags = (html.match(/<[^<>]*>/g) ?? []).join('')
  if (bracesIn(tags).length > 0) return "The address of a link can't have placeholders."
  const words = withoutTags(html)
  const problem = placeholderProblem(kind, words)
  if (problem) return problem
  const whole = html.match(/<[^<>]*>|\{[^{}<>]*\}/g)?.filter((part) => part.startsWith('{')).length ?? 0
  if (whole < bracesIn(words).length) return 'Format a placeholder as a whole, with its braces.'
  return undefined
}

function placeholderProblem(kind: MessageKind, words: string): string | undefined {
  const allowed = placeholdersOf(kind)
  for (const part of bracesIn(words)) {
    const name = nameIn(part)
    if (name === undefined) return `${part} is not a placeholder. ${choicesIn(allowed)}`
    if (!allowed.includes(name)) return `{${name}} has no value in news. ${choicesIn(allowed)}`
  }
  return undefined
}

function choicesIn(allowed: Placeholder[]): string {
  return `Use ${allowed.map((name) => `{${name}}`).join(', ')}.`
}

function bracesIn(words: string): string[] {
  return words.match(/\{[^{}]*\}/g) ?? []
}

function nameIn(part: string): Placeholder | undefined {
  const name = part
    .slice(1, -1)
    .replace(/&nbsp;|\s+/g, ' ')
    .trim()
    .toLowerCase()
  return Object.hasOwn(placeholders, name) ? (name as Placeholder) : undefined
}

function withoutTags(html: string): string {
  return html.replace(/<[^<>]*>/g, '').replaceAll('&nbsp;', ' ')
}

/** Returns a check whose message names the problem. */
function refusesWith(field: 'subject' | 'html', problemOf: (message: MessageText) => string | undefined) {
  return z.refine<MessageText>((message) => problemOf(message) === undefined, {
    path: [field],
    error: ({ input }) => problemOf(input as MessageText),
    when: isWritten,
  })
}

/** The whole-message checks run even if a field is wrong, so that each field has its message. */
function isWritten({ value }: { value: unknown }): boolean {
  const message = value as Record<string, unknown> | null
  return (
    typeof message?.subject === 'string' &&
    typeof message.html === 'string' &&
    messageKinds.includes(message.kind as MessageKind)
  )
}
