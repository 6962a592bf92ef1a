import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { codeDigits, minutesValid } from '#contract/identity/calls.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { hashOfSecret, newSecret } from '#server/core/identity/secrets.ts'
import type { Work } from '#server/work.ts'

type Purpose = keyof typeof minutesValid

/** How long the mail of a code may wait before it is given up. */
export const longestWaitMinutes = 60

/** The wrong digits that void a code. */
const mostTries = 5
/** The wrong digits of one address in a day, over all its codes. */
const mostTriesADay = 20
const day = 86_400_000

export interface MadeCode {
  /** 32 random bytes, base64url: the fragment of the link. */
  code: string
  purpose: Purpose
  /** 8 digits, for another device. */
  digits: string
  /** From when its mail leaves, or from now if no mail of ours brings it. */
  minutesValid: number
  madeAt: Date
}

/** Makes a code for a purpose, which works once it is kept. */
export function newCode(
  { clock }: Pick<Work, 'clock'>,
  purpose: Purpose,
  minutes: number = minutesValid[purpose],
): MadeCode {
  const digits = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  return { code: newSecret(), purpose, digits, minutesValid: minutes, madeAt: clock() }
}

/** Keeps a code for an address. Earlier ones stay valid: otherwise a stranger could void a link by asking. */
export async function keepCode(
  { tx }: Pick<Work, 'tx'>,
  email: string,
  { code, purpose, digits, minutesValid, madeAt }: MadeCode,
  { mailId, eventSlotId }: { mailId?: number | undefined; eventSlotId?: number | undefined } = {},
): Promise<void> {
  const longestWait = mailId === undefined ? 0 : longestWaitMinutes
  await tx
    .insertInto('identityCodes')
    .values({
      ...{ email, purpose, mailId, eventSlotId, askedAt: madeAt },
      codeHash: hashOfSecret(code),
      digitsHash: purpose === 'sign-in' ? hashOfDigits(email, digits) : null,
      expiresAt: new Date(madeAt.getTime() + (longestWait + minutesValid) * 60_000),
    })
    .execute()
}

/** Tells whether unspent links of the last minute are enough for an address: one to the same slot, or two. Locks the address. */
export async function wasAskedLately(
  { tx, clock }: Pick<Work, 'tx' | 'clock'>,
  email: string,
  eventSlotId: number | undefined,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtext('sign-in link'), hashtext(${email}))`.execute(tx)
  const asked = await tx
    .selectFrom('identityCodes')
    .select('eventSlotId')
    .where('email', '=', email)
    .where('purpose', '=', 'sign-in')
    .where('askedAt', '>', new Date(clock().getTime() - 60_000))
    .execute()
  return asked.length >= 2 || asked.some((each) => each.eventSlotId === (eventSlotId ?? null))
}

export interface Redemption {
  email: string
  /** The long one, or the digits. */
  code: string
}

/**
 * Redeems codes once and voids the others of their addresses and purpose; of several calls with a code, one returns true. Returns
 * each answer in its place. Refuses with TOO_MANY_DIGITS.
 */
export async function redeemCodes(work: Work, purpose: Purpose, given: Redemption[]): Promise<boolean[]> {
  const now = work.clock()
  const locked = await lockCodes(
    work,
    given.map(({ email }) => email),
  )
  const redeemed = new Set<string>()
  const answers: boolean[] = []
  for (const { email, code } of given) {
    const living = locked.filter(
      (one) =>
        one.email === email && one.purpose === purpose && one.expiresAt > now && !redeemed.has(one.email),
    )
    const isRight = new RegExp(`^\\d{${codeDigits}}$`).test(code)
      ? await hasDigits(work, email, living, code)
      : living.some(({ codeHash }) => codeHash.equals(hashOfSecret(code)))
    if (isRight) redeemed.add(email)
    answers.push(isRight)
  }
  await work.tx
    .deleteFrom('identityCodes')
    .where(ofAddresses([...redeemed]))
    .where('purpose', '=', purpose)
    .execute()
  return answers
}

/** Voids every code of an address, for any purpose. */
export async function voidCodes(work: Pick<Work, 'tx'>, email: string): Promise<void> {
  await lockCodes(work, [email])
  await work.tx.deleteFrom('identityCodes').where('email', '=', email).execute()
}

/** Voids every code of an address, and resets its count of wrong digits. */
export async function forgetCodes(work: Pick<Work, 'tx'>, email: string): Promise<void> {
  await voidCodes(work, email)
  await work.tx.deleteFrom('identityWrongDigits').where('email', '=', email).execute()
}

type LockedCode = Awaited<ReturnType<typeof lockCodes>>[number]

/** Locks the codes of addresses, so that each try is counted before the next is compared. */
function lockCodes({ tx }: Pick<Work, 'tx'>, emails: string[]) {
  return tx
    .selectFrom('identityCodes')
    .select(['email', 'codeHash', 'purpose', 'digitsHash', 'digitsTries', endOfCode])
    .where(ofAddresses(emails))
    .orderBy('codeHash')
    .forUpdate()
    .execute()
}

/** When a code ends: its time after its mail has left, and in any case after the longest wait and its time. */
const endOfCode = sql<Date>`least(expires_at, (
  select left_at + seconds_valid * interval '1 second' from mails where mails.mail_id = identity_codes.mail_id))`.as(
  'expiresAt',
)

/** One text for any number of addresses, so that PostgreSQL prepares it once. */
function ofAddresses(emails: string[]) {
  return sql<boolean>`email = any(${emails})`
}

async function hasDigits(work: Work, email: string, living: LockedCode[], digits: string): Promise<boolean> {
  const open = living.filter((code) => code.digitsHash && code.digitsTries < mostTries)
  if (open.length === 0) return false
  if ((await wrongDigitsToday(work, email)) >= mostTriesADay) throw new Refusal('TOO_MANY_DIGITS')
  if (open.some(({ digitsHash }) => digitsHash?.equals(hashOfDigits(email, digits)))) return true
  await countWrongDigits(work, email, open)
  // Another call of the same batch may follow.
  for (const code of open) code.digitsTries++
  return false
}

async function wrongDigitsToday({ tx, clock }: Work, email: string): Promise<number> {
  const counted = await tx
    .selectFrom('identityWrongDigits')
    .select('tries')
    .where('email', '=', email)
    .where('since', '>', dayBefore(clock()))
    .executeTakeFirst()
  return counted?.tries ?? 0
}

async function countWrongDigits({ tx, clock }: Work, email: string, open: LockedCode[]): Promise<void> {
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

/** Returns the instant before which wrong digits no longer count. */
export function dayBefore(now: Date): Date {
  return new Date(now.getTime() - day)
}

function hashOfDigits(email: string, digits: string): Buffer {
  return hashOfSecret(`${email} ${digits}`)
}
