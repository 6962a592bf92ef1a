import type { SecondStepWay } from '#contract/people/sessions/calls.ts'

const minute = 60_000
const hour = 60 * minute

export interface SessionFacts {
  role: 'user' | 'admin'
  beganBy: 'link' | 'password' | 'passkey'
  /** The second step after the password; null: none. */
  secondStep: SecondStepWay | null
  createdAt: Date
  expiresAt: Date
  lastSeenAt: Date
}

/** An administrator's session lasts 12 hours, and 30 minutes without a call, in milliseconds. */
export const administratorLife = { atMost: 12 * hour, idle: 30 * minute } as const

/**
 * Returns a session's role. Neither a mailbox, which others may read, nor a passkey alone gives an
 * administrator's rights.
 */
export function roleOfSession({ role, beganBy }: Pick<SessionFacts, 'role' | 'beganBy'>): 'user' | 'admin' {
  return beganBy === 'password' ? role : 'user'
}

/**
 * Returns true if a session is valid at this instant. If administrators need a second step, a session without
 * it is not.
 */
export function isAlive(session: SessionFacts, now: Date, needsSecondStep: boolean): boolean {
  if (session.expiresAt <= now) return false
  if (roleOfSession(session) === 'user') return true
  if (needsSecondStep && session.secondStep === null) return false
  const [age, idle] = [session.createdAt, session.lastSeenAt].map((since) => now.getTime() - since.getTime())
  return Number(age) < administratorLife.atMost && Number(idle) < administratorLife.idle
}
