import type { SecondStepWay } from '#contract/sessions/calls.ts'

const minute = 60_000
const hour = 60 * minute

/** What a session is judged by. */
export interface SessionFacts {
  /** Its person's. */
  role: 'user' | 'admin'
  beganBy: 'link' | 'password' | 'passkey'
  /** What followed the password; null: nothing. */
  secondStep: SecondStepWay | null
  createdAt: Date
  expiresAt: Date
  lastSeenAt: Date
}

/** With administrator's rights a session lives for 12 hours, and for 30 minutes without a call; in milliseconds. */
export const administratorLife = { atMost: 12 * hour, idle: 30 * minute } as const

/** The role a session acts in: neither a mailbox, which others may read, nor a passkey alone makes anybody an administrator. */
export function roleOfSession({ role, beganBy }: Pick<SessionFacts, 'role' | 'beganBy'>): 'user' | 'admin' {
  return beganBy === 'password' ? role : 'user'
}

/** Whether a session still is one at this instant; where administrators need a second step, one without it is none. */
export function isAlive(session: SessionFacts, now: Date, needsSecondStep: boolean): boolean {
  if (session.expiresAt <= now) return false
  if (roleOfSession(session) === 'user') return true
  if (needsSecondStep && session.secondStep === null) return false
  const [age, idle] = [session.createdAt, session.lastSeenAt].map((since) => now.getTime() - since.getTime())
  return Number(age) < administratorLife.atMost && Number(idle) < administratorLife.idle
}
