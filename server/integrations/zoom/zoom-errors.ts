import * as z from 'zod/mini'
import type { RemoteAnswer } from '#server/core/remote-calls.ts'
import { RemoteId } from '#server/core/remote-calls.ts'
import { type Meaning, problemThatMeans } from '#server/core/webinar-platform/platform-refusals.ts'

/** What a call wants: the same code means another thing to each. */
export type ZoomWish = 'add' | 'change' | 'read' | 'find'

interface Rule {
  wish?: ZoomWish
  status?: number
  code?: number
  words?: RegExp
  means: Meaning
}

/** The first rule that fits decides. Zoom uses the same code for many things, so that often only its words tell. */
const rules: Rule[] = [
  { status: 408, means: 'down' },
  { status: 425, means: 'down' },
  { status: 429, means: 'down' },
  // What isn't Zoom's own refusal comes from something on the way there.
  { code: Number.NaN, means: 'down' },
  // The account is refused, also with a new token: that says nothing of a person or a webinar, and ends.
  { status: 401, means: 'down' },
  { status: 403, means: 'down' },
  { wish: 'change', words: /registrant\b.*\b(not found|not exist)/i, means: 'missing' },
  { wish: 'find', words: /registrant\b.*\b(not found|not exist)/i, means: 'missing' },
  { wish: 'add', words: /already.*regist|regist.*already/i, means: 'known' },
  // A host or an alternative host.
  { wish: 'add', code: 3027, means: 'person' },
  // A private email where a work one is wanted.
  { wish: 'add', code: 3034, means: 'person' },
  { code: 300, words: /webinar id|username|parameter|type 5|valid json/i, means: 'webinar' },
  { wish: 'add', code: 300, means: 'person' },
  // No plan or no permission; the user, the account; no such webinar; over; full; a scope that the app lacks.
  ...[200, 404, 1001, 1010, 3001, 3038, 3035, 3043, 4700, 4711].map(
    (code): Rule => ({ code, means: 'webinar' }),
  ),
  // Not for registration, paid, or full.
  { code: 3000, means: 'webinar' },
  { wish: 'add', status: 400, means: 'person' },
]

const Refusal = z.object({
  code: RemoteId,
  message: z._default(z.string(), ''),
  errors: z.optional(z.array(z.object({ field: z.optional(z.string()), message: z.optional(z.string()) }))),
})

/** What Zoom said, in its words, with the number under which it finds the call again. */
export function wordsOf({ status, headers, content }: RemoteAnswer): string {
  const { code, message, fields } = refusalIn(content)
  const tracking = headers.get('x-zm-trackingid')
  const details = [`${status}/${code}`, ...(tracking ? [`tracking ID ${tracking}`] : [])]
  return `Zoom says: ${[message, ...fields].join(' ').slice(0, 500)} (${details.join(', ')})`
}

/** The problem that an answer of 300 and more stands for. */
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
