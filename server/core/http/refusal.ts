import type { RefusalCode } from '#contract/core/refusals.ts'
import { refusals } from '#contract/core/refusals.ts'

/** An expected "no", answered with its code's status and message. Any other error is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  /** One message per invalid field, by wire name. */
  readonly fields: Record<string, string> | undefined
  /** Commits the work before the refusal, because a failed attempt must count. */
  readonly keepsWork: boolean

  constructor(
    code: RefusalCode,
    options: { message?: string; fields?: Record<string, string>; keepsWork?: boolean } = {},
  ) {
    super(options.message ?? refusals[code].message)
    this.code = code
    this.status = refusals[code].status
    this.fields = options.fields
    this.keepsWork = options.keepsWork ?? false
  }
}

/** Throws a rule's refusal; does nothing for undefined. */
export function refuse(code: RefusalCode | undefined) {
  if (code !== undefined) throw new Refusal(code)
}

/** Returns a maker of this refusal, for a query that must find its row. */
export function refusing(code: RefusalCode): () => Refusal {
  return () => new Refusal(code)
}

/** Refuses single fields: `{ phone: 'Please provide a valid phone number' }`. */
export function refuseFields(fields: Record<string, string>) {
  const [first] = Object.values(fields)
  if (first !== undefined) throw new Refusal('INVALID_FIELDS', { message: first, fields })
}

/** Runs the work on a part of a call and prefixes refused fields with the part: 'added.0.start_time'. */
export async function inPart<Result>(part: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal && error.fields)) throw error
    const named = Object.entries(error.fields).map(([field, message]) => [`${part}.${field}`, message])
    throw new Refusal(error.code, { message: error.message, fields: Object.fromEntries(named) })
  }
}
