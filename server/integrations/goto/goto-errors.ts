import * as z from 'zod/mini'
import { beginningOf } from '#contract/core/visible-text.ts'
import type { RemoteAnswer } from '#server/core/remote-calls.ts'
import type { Meaning } from '#server/core/webinar-platform/platform-refusals.ts'
import { problemThatMeans } from '#server/core/webinar-platform/platform-refusals.ts'

/** A call's purpose, which decides what a status means. */
export type GotoWish = 'add' | 'remove' | 'change' | 'read' | 'find'

interface Rule {
  wish?: GotoWish
  status: number
  means: Meaning
  /** Advice for an administrator. */
  advice?: string
}

const access =
  'The organizer of the personal access token may not do this: check the organizer key, the scope collab: and the plan of the account.'

/** The first matching rule counts. Refusals' bodies are not documented, so only the status decides. */
const rules: Rule[] = [
  { status: 408, means: 'down' },
  { status: 425, means: 'down' },
  // The account is refused, even with a fresh token. That is temporary and concerns no person or webinar.
  { status: 401, means: 'down', advice: access },
  { status: 403, means: 'down', advice: access },
  { wish: 'add', status: 409, means: 'known' },
  {
    wish: 'add',
    status: 400,
    means: 'person',
    advice: 'It does not accept this email or name, or its own form requires another field.',
  },
  { wish: 'remove', status: 404, means: 'missing' },
  { wish: 'find', status: 404, means: 'missing' },
  {
    wish: 'remove',
    status: 400,
    means: 'webinar',
    advice: 'People can only be removed from a webinar that is still to come.',
  },
  { status: 404, means: 'webinar', advice: 'The organizer has no webinar of this key.' },
]

const Refusal = z.object({
  errorCode: z.optional(z.string()),
  int_err_code: z.optional(z.string()),
  message: z.optional(z.string()),
  description: z.optional(z.string()),
  msg: z.optional(z.string()),
})

/** Returns GoTo Webinar's own words, if any. */
export function wordsOf({ status, content }: RemoteAnswer): string {
  const said = z.safeParse(Refusal, content).data ?? {}
  const code = said.errorCode ?? said.int_err_code ?? 'no code'
  const words = said.message ?? said.description ?? said.msg ?? 'nothing more'
  return `GoTo Webinar says: ${beginningOf(words, 500)} (${status}/${code})`
}

/** Returns the problem of an answer with status 300 or more. */
export function problemOf(answer: RemoteAnswer, wish: GotoWish): Error {
  const rule = rules.find((each) => (each.wish ?? wish) === wish && each.status === answer.status)
  const words = [wordsOf(answer), ...(rule?.advice ? [rule.advice] : [])].join('. ')
  const code = String(answer.status)
  return problemThatMeans(rule?.means ?? (answer.status < 400 ? 'down' : 'webinar'), code, words)
}
