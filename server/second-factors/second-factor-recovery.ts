import { randomInt } from 'node:crypto'
import { recoveryCodes } from '#contract/second-factors/calls.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import type { Work } from '#server/work.ts'

/** None that are read as one another. Twelve of them are 58 bits. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = [4, 4, 4]

/** Makes recovery codes in the place of those that there were; they are told once and kept as hashes. */
export async function makeRecoveryCodes({ tx }: Work, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newCode)
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await tx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })))
    .execute()
  return codes
}

/** Spends a recovery code, however it is typed; true where it was one. */
export async function spendRecoveryCode({ tx }: Work, userId: string, typed: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', hashOf(userId, typed))
    .executeTakeFirst()
  return numDeletedRows > 0
}

function newCode(): string {
  const letter = () => letters[randomInt(letters.length)]
  return groups.map((length) => Array.from({ length }, letter).join('')).join('-')
}

function hashOf(userId: string, code: string): Buffer {
  return hashOfSecret(`${userId} ${code.toUpperCase().replaceAll(/[^A-Z\d]/g, '')}`)
}
