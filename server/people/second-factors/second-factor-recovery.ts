import { randomInt } from 'node:crypto'
import { recoveryCodes } from '#contract/people/second-factors/calls.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import type { Work } from '#server/work.ts'

/** Letters that don't look alike. Twelve of them are 58 bits. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = [4, 4, 4]

/** Replaces a person's recovery codes; returns them once and stores hashes. */
export async function makeRecoveryCodes({ tx }: Work, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodes }, newCode)
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await tx
    .insertInto('recoveryCodes')
    .values(codes.map((code) => ({ userId, codeHash: hashOf(userId, code) })))
    .execute()
  return codes
}

/** Spends a recovery code, in any spelling; returns true if it was valid. */
export async function spendRecoveryCode({ tx }: Work, userId: string, typed: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('recoveryCodes')
    .where('userId', '=', userId)
    .where('codeHash', '=', hashOf(userId, typed))
    .executeTakeFirst()
  return numDeletedRows > 0
}

function newCode() {
  const letter = () => letters[randomInt(letters.length)]
  return groups.map((length) => Array.from({ length }, letter).join('')).join('-')
}

function hashOf(userId: string, code: string) {
  return hashOfSecret(`${userId} ${code.toUpperCase().replaceAll(/[^A-Z\d]/g, '')}`)
}
