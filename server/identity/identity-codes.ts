import { createHash, randomBytes, randomInt } from 'node:crypto'
import type { Services, Tx } from '#server/services.ts'

type Purpose = 'sign-in' | 'reset-password'

const minutesValid: Record<Purpose, number> = { 'sign-in': 15, 'reset-password': 30 }

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
export async function makeCode(
  tx: Tx,
  { clock }: Services,
  email: string,
  purpose: Purpose,
): Promise<MailedCode> {
  const code = randomBytes(32).toString('base64url')
  const digits = String(randomInt(1_000_000)).padStart(6, '0')
  const made = {
    code_hash: sha256(code),
    digits_hash: purpose === 'sign-in' ? digitsHash(email, digits) : null,
    digits_tries: 0,
    expires_at: new Date(clock().getTime() + minutesValid[purpose] * 60_000),
  }
  await tx
    .insertInto('identity_codes')
    .values({ email, purpose, ...made })
    .onConflict((conflict) => conflict.columns(['email', 'purpose']).doUpdateSet(made))
    .execute()
  return { code, digits, minutesValid: minutesValid[purpose] }
}

/** Redeems a code once: of all who try at the same time, one gets true. `code` is the long one or the 6 digits. */
export async function redeemCode(
  services: Services,
  email: string,
  purpose: Purpose,
  code: string,
): Promise<boolean> {
  return /^\d{6}$/.test(code)
    ? redeemDigits(services, email, purpose, code)
    : redeemLong(services, email, purpose, code)
}

async function redeemLong(
  { db, clock }: Services,
  email: string,
  purpose: Purpose,
  code: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('identity_codes')
    .where('code_hash', '=', sha256(code))
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock())
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Every try is counted before it is compared, so that many at once don't get more tries. */
async function redeemDigits(
  { db, clock }: Services,
  email: string,
  purpose: Purpose,
  digits: string,
): Promise<boolean> {
  const tried = await db
    .updateTable('identity_codes')
    .set((row) => ({ digits_tries: row('digits_tries', '+', 1) }))
    .where('email', '=', email)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', clock())
    .where('digits_tries', '<', mostTries)
    .returning('code_hash')
    .executeTakeFirst()
  if (!tried) return false
  const { numDeletedRows } = await db
    .deleteFrom('identity_codes')
    .where('code_hash', '=', tried.code_hash)
    .where('digits_hash', '=', digitsHash(email, digits))
    .executeTakeFirst()
  return numDeletedRows === 1n
}

function digitsHash(email: string, digits: string): Buffer {
  return sha256(`${email} ${digits}`)
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
