import { createHash, randomBytes, randomInt } from 'node:crypto'
import { codeDigits, minutesValid } from '#contract/identity.ts'
import type { Work } from '#server/work.ts'

type Purpose = keyof typeof minutesValid

/** Wrong 6 digits that one code takes before it is void. */
const mostTries = 5

export interface MailedCode {
  /** 32 random bytes, base64url: the fragment of the link. */
  code: string
  /** 6 digits, for another device. */
  digits: string
  minutesValid: number
}

/** Makes a code for an address and a purpose; an earlier one is void from now on. */
export async function makeCode({ tx, clock }: Work, email: string, purpose: Purpose): Promise<MailedCode> {
  const code = randomBytes(32).toString('base64url')
  const digits = String(randomInt(10 ** codeDigits)).padStart(codeDigits, '0')
  const made = {
    codeHash: sha256(code),
    digitsHash: purpose === 'sign-in' ? hashOfDigits(email, digits) : null,
    digitsTries: 0,
    expiresAt: new Date(clock().getTime() + minutesValid[purpose] * 60_000),
  }
  await tx
    .insertInto('identityCodes')
    .values({ email, purpose, ...made })
    .onConflict((conflict) => conflict.columns(['email', 'purpose']).doUpdateSet(made))
    .execute()
  return { code, digits, minutesValid: minutesValid[purpose] }
}

/** Redeems a code once: of all who try at the same time, one gets true. `code` is the long one or the 6 digits. */
export async function redeemCode(
  work: Work,
  email: string,
  purpose: Purpose,
  code: string,
): Promise<boolean> {
  return new RegExp(`^\\d{${codeDigits}}$`).test(code)
    ? redeemDigits(work, email, purpose, code)
    : redeemLong(work, email, purpose, code)
}

/** Voids every code of an address, whatever it is for. */
export async function voidCodes({ tx }: Work, email: string): Promise<void> {
  await tx.deleteFrom('identityCodes').where('email', '=', email).execute()
}

async function redeemLong(
  { tx, clock }: Work,
  email: string,
  purpose: Purpose,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identityCodes')
    .where('codeHash', '=', sha256(code))
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', clock())
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Every try is counted before it is compared, so that many at once don't get more tries. */
async function redeemDigits(
  { tx, clock }: Work,
  email: string,
  purpose: Purpose,
  digits: string,
): Promise<boolean> {
  const tried = await tx
    .updateTable('identityCodes')
    .set((row) => ({ digitsTries: row('digitsTries', '+', 1) }))
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', clock())
    .where('digitsTries', '<', mostTries)
    .returning('codeHash')
    .executeTakeFirst()
  if (!tried) return false
  const { numDeletedRows } = await tx
    .deleteFrom('identityCodes')
    .where('codeHash', '=', tried.codeHash)
    .where('digitsHash', '=', hashOfDigits(email, digits))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

function hashOfDigits(email: string, digits: string): Buffer {
  return sha256(`${email} ${digits}`)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
