import { hashOfSecret, newSecret } from '#server/core/identity/secrets.ts'
import type { PasskeyChallenges } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'

/** A form that offers passkeys by itself waits for somebody. */
const minutesValid = 10

/** What a challenge is for, and whose device it was given to; undefined: whoever signs in. */
export interface Asked {
  purpose: PasskeyChallenges['purpose']
  userId: string | undefined
}

/** Makes a challenge: the bytes that a device signs. */
export async function makeChallenge({ tx, clock }: Work, { purpose, userId }: Asked): Promise<Buffer> {
  const challenge = Buffer.from(newSecret(), 'base64url')
  await tx
    .insertInto('passkeyChallenges')
    .values({
      challengeHash: hashOfSecret(challenge.toString('base64url')),
      purpose,
      userId: userId ?? null,
      expiresAt: new Date(clock().getTime() + minutesValid * 60_000),
    })
    .execute()
  return challenge
}

/** Spends a challenge, written as base64url: of all who come with it, for what it was made, one gets true. */
export async function spendChallenge(
  { tx, clock }: Work,
  challenge: string,
  { purpose, userId }: Asked,
): Promise<boolean> {
  const spent = await tx
    .deleteFrom('passkeyChallenges')
    .where('challengeHash', '=', hashOfSecret(challenge))
    .returning(['purpose', 'userId', 'expiresAt'])
    .executeTakeFirst()
  const isOfThem = spent?.purpose === purpose && spent.userId === (userId ?? null)
  return isOfThem && spent.expiresAt > clock()
}
