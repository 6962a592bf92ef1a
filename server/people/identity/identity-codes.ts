import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { codeDigits, minutesValid } from '#contract/people/identity/calls.ts'
import { Profile } from '#contract/people/users/profiles.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { hashOfSecret, newSecret } from '#server/core/identity/secrets.ts'
import type { Work } from '#server/work.ts'

type Purpose = keyof typeof minutesValid

/** The minutes that a code's mail may wait before it is given up. */
export const longestWaitMinutes = 60

/** The wrong digits that void a code. */
const mostTries = 5
/** The wrong digits of one address per day, over all its codes. */
const mostTriesADay = 20
const hour = 3_600_000
const day = 24 * hour

export interface MadeCode {
  /** 32 random bytes, base64url: the link's fragment. */
  code: string
  purpose: Purpose
  /** 8 digits, for another device. */
  digits: string
  /** From the departure of its mail, or immediately if we send none. */
  minutesValid: number
  madeAt: Date
}

/** Makes a code for a purpose, which works once stored. */
export function newCode(
  { clock }: Pick<Work, 'clock'>,
  purpose: Purpose,
  minutes: number = minutesValid[purpose],
): MadeCode {
  const digits = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  return { code: newSecret(), purpose, digits, minutesValid: minutes, madeAt: clock() }
}

/** The slot of a link, and the profile stored with it. */
interface LinkFacts {
  eventSlotId?: number | undefined
  profile?: Profile | undefined
}

/** Stores a code for an address. Earlier ones stay valid, or a stranger could void a link by asking. */
export async function keepCode(
  { tx }: Pick<Work, 'tx'>,
  email: string,
  { code, purpose, digits, minutesValid, madeAt }: MadeCode,
  { mailId, eventSlotId, profile }: LinkFacts & { mailId?: number | undefined } = {},
) {
  const longestWait = mailId === undefined ? 0 : longestWaitMinutes
  await tx
    .insertInto('identityCodes')
    .values({
      email,
      purpose,
      mailId,
      eventSlotId,
      askedAt: madeAt,
      codeHash: hashOfSecret(code),
      profile: profile && JSON.stringify(profile),
      digitsHash: purpose === 'sign-in' ? hashOfDigits(email, digits) : null,
      expiresAt: new Date(madeAt.getTime() + (longestWait + minutesValid) * 60_000),
    })
    .execute()
}

/**
 * Returns true if an address got enough unspent links in the last minute: two, or one to the same slot with
 * the same profile. Without a profile in the call, any profile counts. Locks the address.
 */
export async function wasAskedLately(
  { tx, clock }: Pick<Work, 'tx' | 'clock'>,
  email: string,
  { eventSlotId, profile }: LinkFacts,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('sign-in link'), hashtext(${email}))`.execute(tx)
  const given = profile && JSON.stringify(profile)
  const asked = await tx
    .selectFrom('identityCodes')
    .select((row) => [
      'eventSlotId',
      given
        ? sql<boolean>`profile is not distinct from ${given}::jsonb`.as('hasProfile')
        : row.lit(true).as('hasProfile'),
    ])
    .where('email', '=', email)
    .where('purpose', '=', 'sign-in')
    .where('askedAt', '>', new Date(clock().getTime() - 60_000))
    .execute()
  return (
    asked.length >= 2 || asked.some((each) => each.hasProfile && each.eventSlotId === (eventSlotId ?? null))
  )
}

export interface Redemption {
  email: string
  /** The long one, or the digits. */
  code: string
}

/**
 * Redeems codes once and voids the others of their addresses and purpose. Returns, in order, the profile
 * stored with each code, or undefined for a wrong or spent code. Of several calls with a code, one redeems
 * it. Refuses with TOO_MANY_DIGITS.
 */
export async function redeemCodes(
  work: Work,
  purpose: Purpose,
  given: Redemption[],
): Promise<(Pick<LinkFacts, 'profile'> | undefined)[]> {
  const now = work.clock()
  const locked = await lockCodes(
    work,
    given.map(({ email }) => email),
  )
  const redeemed = new Set<string>()
  const answers: (Pick<LinkFacts, 'profile'> | undefined)[] = []
  for (const { email, code } of given) {
    const living = locked.filter(
      (one) =>
        one.email === email && one.purpose === purpose && one.expiresAt > now && !redeemed.has(one.email),
    )
    const found = new RegExp(`^\\d{${codeDigits}}$`).test(code)
      ? await findByDigits(work, email, living, code)
      : living.find(({ codeHash }) => codeHash.equals(hashOfSecret(code)))
    if (found) redeemed.add(email)
    answers.push(found && { profile: waitingProfile(found, now) })
  }
  await work.tx
    .deleteFrom('identityCodes')
    .where(ofAddresses([...redeemed]))
    .where('purpose', '=', purpose)
    .execute()
  return answers
}

/** Voids every code of an address, for any purpose. */
export async function voidCodes(work: Pick<Work, 'tx'>, email: string) {
  await lockCodes(work, [email])
  await work.tx.deleteFrom('identityCodes').where('email', '=', email).execute()
}

/** Voids every code of an address, and resets its count of wrong digits. */
export async function forgetCodes(work: Pick<Work, 'tx'>, email: string) {
  await voidCodes(work, email)
  await work.tx.deleteFrom('identityWrongDigits').where('email', '=', email).execute()
}

type LockedCode = Awaited<ReturnType<typeof lockCodes>>[number]

/** Locks the codes of addresses, so that each try is counted before the next is compared. */
function lockCodes({ tx }: Pick<Work, 'tx'>, emails: string[]) {
  return tx
    .selectFrom('identityCodes')
    .select(['email', 'codeHash', 'purpose', 'digitsHash', 'digitsTries', 'askedAt', 'profile', endOfCode])
    .where(ofAddresses(emails))
    .orderBy('codeHash')
    .forUpdate()
    .execute()
}

/** A code's end: its lifetime after its mail left, at most its lifetime after the longest wait. */
const endOfCode = sql<Date>`least(expires_at, (
  select left_at + seconds_valid * interval '1 second' from mails where mails.mail_id = identity_codes.mail_id))`.as(
  'expiresAt',
)

/** Returns the profile of a code requested at most an hour ago, if it meets this version's rules. */
function waitingProfile({ askedAt, profile }: LockedCode, now: Date): Profile | undefined {
  return askedAt > hourBefore(now) ? z.safeParse(Profile, profile).data : undefined
}

/** One text for any number of addresses, so that PostgreSQL prepares it once. */
function ofAddresses(emails: string[]) {
  return sql<boolean>`email = any(${emails})`
}

async function findByDigits(
  work: Work,
  email: string,
  living: LockedCode[],
  digits: string,
): Promise<LockedCode | undefined> {
  const open = living.filter((code) => code.digitsHash && code.digitsTries < mostTries)
  if (open.length === 0) return undefined
  if ((await wrongDigitsToday(work, email)) >= mostTriesADay) throw new Refusal('TOO_MANY_DIGITS')
  const found = open.find(({ digitsHash }) => digitsHash?.equals(hashOfDigits(email, digits)))
  if (found) return found
  await countWrongDigits(work, email, open)
  // Another call of the same batch may follow.
  for (const code of open) code.digitsTries++
  return undefined
}

async function wrongDigitsToday({ tx, clock }: Work, email: string) {
  const counted = await tx
    .selectFrom('identityWrongDigits')
    .select('tries')
    .where('email', '=', email)
    .where('since', '>', dayBefore(clock()))
    .executeTakeFirst()
  return counted?.tries ?? 0
}

async function countWrongDigits({ tx, clock }: Work, email: string, open: LockedCode[]) {
  const hashes = open.map(({ codeHash }) => codeHash)
  await tx
    .updateTable('identityCodes')
    .set((row) => ({ digitsTries: row('digitsTries', '+', 1) }))
    .where('codeHash', 'in', hashes)
    .execute()
  const since = clock()
  await tx
    .deleteFrom('identityWrongDigits')
    .where('email', '=', email)
    .where('since', '<=', dayBefore(since))
    .execute()
  await tx
    .insertInto('identityWrongDigits')
    .values({ email, tries: 1, since })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((row) => ({ tries: row('identityWrongDigits.tries', '+', 1) })),
    )
    .execute()
}

/** Typed profiles older than this are ignored. */
export function hourBefore(now: Date): Date {
  return new Date(now.getTime() - hour)
}

/** Wrong digits older than this don't count. */
export function dayBefore(now: Date): Date {
  return new Date(now.getTime() - day)
}

function hashOfDigits(email: string, digits: string) {
  return hashOfSecret(`${email} ${digits}`)
}
