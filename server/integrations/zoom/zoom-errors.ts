import * as z from 'zod/mini'
import { beginningOf } from '#contract/core/visible-text.ts'
import type { RemoteAnswer } from '#server/core/remote-calls.ts'
import { RemoteId } from '#server/core/remote-calls.ts'
import type { Meaning } from '#server/core/webinar-platform/platform-refusals.ts'
import { problemThatMeans } from '#server/core/webinar-platform/platform-refusals.ts'

/** A call's purpose, which decides what a code means. */
export type ZoomWish = 'add' | 'change' | 'read' | 'find'

interface Rule {
  wish?: ZoomWish
  status?: number
  code?: number
  words?: RegExp
  means: Meaning
}

/** The first matching rule counts. Zoom uses one code for many things, so its words often decide. */
const rules: Rule[] = [
  { status: 408, means: 'down' },
  { status: 425, means: 'down' },
  { status: 429, means: 'down' },
  // An answer without Zoom's code comes from something in between.
  { code: Number.NaN, means: 'down' },
  // The account is refused, even with a fresh token. That is temporary and concerns no person or webinar.
  { status: 401, means: 'down' },
  { status: 403, means: 'down' },
  { wish: 'change', words: /registrant\b.*\b(not found|not exist)/i, means: 'missing' },
  { wish: 'find', words: /registrant\b.*\b(not found|not exist)/i, means: 'missing' },
  { wish: 'add', words: /already.*regist|regist.*already/i, means: 'known' },
  // A host or an alternative host.
  { wish: 'add', code: 3027, means: 'person' },
  // A private email, but a work email is required.
  { wish: 'add', code: 3034, means: 'person' },
  { code: 300, words: /webinar id|username|parameter|type 5|valid json/i, means: 'webinar' },
  { wish: 'add', code: 300, means: 'person' },
  // No plan, no permission, no such user, account or webinar, over, full, or a missing scope of the app.
  ...[200, 404, 1001, 1010, 3001, 3038, 3035, 3043, 4700, 4711].map(
    (code): Rule => ({ code, means: 'webinar' }),
  ),
  // Without registration, paid, or full.
  { code: 3000, means: 'webinar' },
  { wish: 'add', status: 400, means: 'person' },
]

const Refusal = z.object({
  code: RemoteId,
  message: z._default(z.string(), ''),
  errors: z.optional(z.array(z.object({ field: z.optional(z.string()), message: z.optional(z.string()) }))),
})

/** Returns Zoom's own words, with the call's tracking ID. */
export function wordsOf({ status, headers, content }: RemoteAnswer): string {
  const { code, message, fields } = refusalIn(content)
  const tracking = headers.get('x-zm-trackingid')
  const details = [`${status}/${code}`, ...(tracking ? [`tracking ID ${tracking}`] : [])]
  return `Zoom says: ${beginningOf([message, ...fields].join(' '), 500)} (${details.join(', ')})`
}

/** Returns the problem of an answer with status 300 or more. */
export function problemOf(answer: RemoteAnswer, wish: ZoomWish): Error {
  const { code, message, fields } = refusalIn(answer.content)
  const rule = rules.find(
    (each) =>
      (each.wish ?? wish) === wish &&
      (each.status ?? answer.status) === answer.status &&
      (each.code === undefined || Object.is(each.code, Number(code))) &&
      (each.words ?? /^/).test([message, ...fields].join(' ')),
  )
  const words = wordsOf(answer)
  return problemThatMeans(rule?.means ?? 'webinar', code, words)
}

function refusalIn(content: unknown): { code: string; message: string; fields: string[] } {
  const { code = 'no code', message = '', errors = [] } = z.safeParse(Refusal, content).data ?? {}
  return { code, message, fields: errors.map((each) => `${each.field}: ${each.message}`) }
}
