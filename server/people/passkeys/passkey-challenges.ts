import { hashOfSecret, newSecret } from '#server/core/identity/secrets.ts'
import type { PasskeyChallenges } from '#server/tables.generated.ts'
import type { Work } from '#server/work.ts'

/** Long, because a form that offers passkeys waits for its person. */
const minutesValid = 10

/** A challenge's purpose and person; undefined: anyone who signs in. */
export interface Asked {
  purpose: PasskeyChallenges['purpose']
  userId: string | undefined
}

/** Creates a challenge: the bytes that a device signs. */
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

/** Spends a challenge in base64url. Returns true once, for its own purpose and person. */
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
