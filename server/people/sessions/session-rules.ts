import type { SecondStepWay, Session } from '#contract/people/sessions/calls.ts'
import type { Config } from '#server/config.ts'
import { refusesPassword } from '#server/core/single-sign-on/single-sign-on-config.ts'

const minute = 60_000
const hour = 60 * minute

export interface SessionFacts {
  role: 'user' | 'admin'
  email: string
  beganBy: Session['beganBy']
  /** The second step after the password; null: none. */
  secondStep: SecondStepWay | null
  createdAt: Date
  expiresAt: Date
  lastSeenAt: Date
  /** The time when the provider of single sign-on last confirmed the account; null without one. */
  checkedAt: Date | null
}

/** An administrator's session lasts 12 hours, and 30 minutes without a call, in milliseconds. */
export const administratorLife = { atMost: 12 * hour, idle: 30 * minute } as const

/** While the provider of single sign-on is away, its sessions last this long after its last answer, in milliseconds. */
const longestUnchecked = hour

/**
 * Returns a session's role. Neither a mailbox, which others may read, nor a passkey alone gives an
 * administrator's rights.
 */
export function roleOfSession({ role, beganBy }: Pick<SessionFacts, 'role' | 'beganBy'>): 'user' | 'admin' {
  return beganBy === 'password' || beganBy === 'single-sign-on' ? role : 'user'
}

/** Returns the distance of two instants. A time yet to come, of a clock that was ahead, is as far as a past one. */
export function msBetween(one: Date, other: Date): number {
  return Math.abs(one.getTime() - other.getTime())
}

/**
 * Returns true if a session is valid at this instant. The settings may refuse its password, want a second step
 * after it, or have no provider of single sign-on anymore.
 */
export function isAlive(
  session: SessionFacts,
  now: Date,
  { admin, singleSignOn }: Pick<Config, 'admin' | 'singleSignOn'>,
): boolean {
  if (session.expiresAt <= now) return false
  if (session.beganBy === 'single-sign-on') {
    if (!singleSignOn || session.role !== 'admin' || !session.checkedAt) return false
    if (msBetween(session.checkedAt, now) >= longestUnchecked) return false
  }
  if (roleOfSession(session) === 'user') return true
  if (session.beganBy === 'password') {
    if (refusesPassword(singleSignOn, session.email)) return false
    if (admin.needsSecondFactor && session.secondStep === null) return false
  }
  const [age, idle] = [session.createdAt, session.lastSeenAt].map((since) => now.getTime() - since.getTime())
  return Number(age) < administratorLife.atMost && Number(idle) < administratorLife.idle
}
