import * as z from 'zod/mini'
import type { RemoteAnswer } from '#server/core/remote-calls.ts'
import { type Meaning, problemThatMeans } from '#server/core/webinar-platform/platform-refusals.ts'

/** What a call wants: the same status means another thing to each. */
export type GotoWish = 'add' | 'remove' | 'change' | 'read' | 'find'

interface Rule {
  wish?: GotoWish
  status: number
  means: Meaning
  /** What an administrator can do about it. */
  advice?: string
}

const access =
  'The organizer of the personal access token may not do this: check the organizer key, the scope collab: and the plan of the account.'

/** What the bodies of refusals say is not documented, so that only the status tells. The first rule that fits decides. */
const rules: Rule[] = [
  { status: 408, means: 'down' },
  { status: 425, means: 'down' },
  // The account is refused, also with a new token: that says nothing of a person or a webinar, and ends.
  { status: 401, means: 'down', advice: access },
  { status: 403, means: 'down', advice: access },
  { wish: 'add', status: 409, means: 'known' },
  {
    wish: 'add',
    status: 400,
    means: 'person',
    advice: 'It takes neither this email or name, or wants a field that only its own form asks for.',
  },
  { wish: 'remove', status: 404, means: 'missing' },
  { wish: 'find', status: 404, means: 'missing' },
  {
    wish: 'remove',
    status: 400,
    means: 'webinar',
    advice: 'People can be taken out of a webinar that is still to come, and of no other.',
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

/** What GoTo Webinar said, in its words as far as there are any. */
export function wordsOf({ status, content }: RemoteAnswer): string {
  const said = z.safeParse(Refusal, content).data ?? {}
  const code = said.errorCode ?? said.int_err_code ?? 'no code'
  const words = said.message ?? said.description ?? said.msg ?? 'nothing more'
  return `GoTo Webinar says: ${words.slice(0, 500)} (${status}/${code})`
}

/** The problem that an answer of 300 and more stands for. */
export function problemOf(answer: RemoteAnswer, wish: GotoWish): Error {
  const rule = rules.find((each) => (each.wish ?? wish) === wish && each.status === answer.status)
  const words = [wordsOf(answer), ...(rule?.advice ? [rule.advice] : [])].join('. ')
  const code = String(answer.status)
  return problemThatMeans(rule?.means ?? (answer.status < 400 ? 'down' : 'webinar'), code, words)
}
