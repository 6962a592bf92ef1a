import { randomUUID } from 'node:crypto'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import { defaultPortalName } from '#contract/core/portal-name.ts'
import type { NewPasskeyAnswer, PasskeyAnswer } from '#contract/people/passkeys/answers.ts'
import type { PasskeyOptions, PasskeyRename } from '#contract/people/passkeys/calls.ts'
import { mostPasskeys } from '#contract/people/passkeys/calls.ts'
import type { Config } from '#server/config.ts'
import { Refusal, refusing } from '#server/core/http/refusal.ts'
import { happened } from '#server/foundation/activities/activities.ts'
import { findBrand } from '#server/foundation/brands/queries.ts'
import { writeMail } from '#server/foundation/mails/mails.ts'
import type { Work } from '#server/work.ts'
import { passkeyAddedMail } from './mails.ts'
import { makeChallenge, spendChallenge } from './passkey-challenges.ts'
import { emailOf } from './queries.ts'

/** The person of a passkey, and if it is a second factor. */
export interface Holder {
  userId: string
  isFactor: boolean
}

/** ES256, RS256 and EdDSA in COSE's numbers, without algorithms that Node calls experimental. */
const algorithms = [-7, -257, -8]

type Transport = NonNullable<WebAuthnCredential['transports']>[number]

/**
 * Returns the options to create a discoverable passkey behind a finger, a face or a PIN. Refuses with
 * TOO_MANY_PASSKEYS.
 */
export async function beginPasskey(work: Work, { userId, isFactor }: Holder): Promise<PasskeyOptions> {
  const email = await emailOf(work.tx, userId)
  const challenge = await makeChallenge(work, { purpose: isFactor ? 'add-factor' : 'add', userId })
  const known = await passkeysOf(work, userId)
  if (known.length >= mostPasskeys) throw new Refusal('TOO_MANY_PASSKEYS')
  const options = await generateRegistrationOptions({
    rpName: (await findBrand(work.tx)).portalName || defaultPortalName,
    rpID: placeOf(work.config).rpId,
    userName: email,
    userDisplayName: email,
    userID: bytesOf(userId),
    challenge: new Uint8Array(challenge),
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return { ...options }
}

/**
 * Stores a device's passkey, named after the `device`, and emails its person. Refuses with PASSKEY_REFUSED if
 * it does not answer a current challenge, and with TOO_MANY_PASSKEYS.
 */
export async function addPasskey(
  work: Work,
  { userId, isFactor }: Holder,
  { answer, device }: { answer: NewPasskeyAnswer; device: string },
) {
  const { tx, clock, config } = work
  const { rpId, origin } = placeOf(config)
  const made = await verifyRegistrationResponse({
    response: { ...answer, response: withTransports(answer.response), ...publicKey(answer.id) },
    expectedChallenge: (challenge) =>
      spendChallenge(work, challenge, { purpose: isFactor ? 'add-factor' : 'add', userId }),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (!made?.verified) throw new Refusal('PASSKEY_REFUSED')
  // Two passkeys added concurrently are counted one after the other.
  await tx.selectFrom('users').select('userId').where('userId', '=', userId).forNoKeyUpdate().execute()
  if ((await passkeysOf(work, userId)).length >= mostPasskeys) throw new Refusal('TOO_MANY_PASSKEYS')
  const { id: credentialId, publicKey: key, counter } = made.registrationInfo.credential
  const added = await tx
    .insertInto('passkeys')
    .values({
      userId,
      factorOf: isFactor ? userId : null,
      credentialId,
      publicKey: Buffer.from(key),
      counter,
      transports: answer.response.transports ?? [],
      name: device || 'An unknown browser',
      addedAt: clock(),
    })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .executeTakeFirst()
  if (!added.numInsertedOrUpdatedRows) throw new Refusal('PASSKEY_REFUSED')
  await happened(work, [{ activity: 'passkey-added', userId, actedBy: userId, details: named(device) }])
  // For a second factor, that change itself is emailed.
  if (isFactor) return
  await writeMail(work, {
    cause: `passkey:${randomUUID()}`,
    to: await emailOf(tx, userId),
    replyTo: config.mail.support,
    content: passkeyAddedMail(config.publicUrl, device),
  })
}

/** Returns the challenge to sign: for a person's second factor, or for anyone who signs in. */
export async function askPasskey(work: Work, userId?: string): Promise<PasskeyOptions> {
  const challenge = await makeChallenge(work, { purpose: userId === undefined ? 'sign-in' : 'prove', userId })
  const factors = userId === undefined ? [] : await passkeysOf(work, userId, 'factors')
  const options = await generateAuthenticationOptions({
    rpID: placeOf(work.config).rpId,
    challenge: new Uint8Array(challenge),
    userVerification: 'required',
    allowCredentials: factors.map(descriptorOf),
  })
  return { ...options }
}

/**
 * Returns the person whose passkey signed the challenge. With `factorOf`, it must be that person's second
 * factor. Refuses with PASSKEY_REFUSED: unknown, without user verification, a spent challenge, or a counter
 * that went back.
 */
export async function acceptPasskey(work: Work, answer: PasskeyAnswer, factorOf?: string): Promise<string> {
  const { tx, clock, config } = work
  const { rpId, origin } = placeOf(config)
  const known = await lockPasskey(work, answer.id)
  if (!known || (factorOf !== undefined && known.factorOf !== factorOf)) {
    if (factorOf) await happened(work, [{ activity: 'passkey-refused', userId: factorOf, actedBy: null }])
    throw new Refusal('PASSKEY_REFUSED', { keepsWork: true })
  }
  const { userId, passkeyId, publicKey: key, counter, name } = known
  const signed = await verifyAuthenticationResponse({
    response: { ...answer, ...publicKey(answer.id) },
    expectedChallenge: (challenge) =>
      spendChallenge(work, challenge, {
        purpose: factorOf === undefined ? 'sign-in' : 'prove',
        userId: factorOf,
      }),
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: answer.id, publicKey: new Uint8Array(key), counter },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (!signed?.verified) {
    await happened(work, [{ activity: 'passkey-refused', userId, actedBy: null, details: named(name) }])
    throw new Refusal('PASSKEY_REFUSED', { keepsWork: true })
  }
  await tx
    .updateTable('passkeys')
    .set({ counter: signed.authenticationInfo.newCounter, lastUsedAt: clock() })
    .where('passkeyId', '=', passkeyId)
    .execute()
  return userId
}

/** Deletes a passkey: a person's own, or one of their second factor. Refuses with PASSKEY_NOT_FOUND. */
export async function removePasskey(work: Work, { userId, isFactor }: Holder, passkeyId: number) {
  const removed = await work.tx
    .deleteFrom('passkeys')
    .where('passkeyId', '=', passkeyId)
    .where('userId', '=', userId)
    .where('factorOf', isFactor ? 'is not' : 'is', null)
    .returning('name')
    .executeTakeFirstOrThrow(refusing('PASSKEY_NOT_FOUND'))
  await happened(work, [{ activity: 'passkey-removed', userId, details: named(removed.name) }])
}

/** Deletes a person's own passkey for an administrator. Refuses with PASSKEY_NOT_FOUND. */
export async function removeUserPasskey(work: Work, userId: string, passkeyId: number) {
  await removePasskey(work, { userId, isFactor: false }, passkeyId)
}

/** Renames a passkey: a person's own, or one of their second factor. Refuses with PASSKEY_NOT_FOUND. */
export async function renamePasskey(
  work: Work,
  { userId, isFactor }: Holder,
  { passkeyId, name }: PasskeyRename,
) {
  const known = await work.tx
    .selectFrom('passkeys')
    .select('name')
    .where('passkeyId', '=', passkeyId)
    .where('userId', '=', userId)
    .where('factorOf', isFactor ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirstOrThrow(refusing('PASSKEY_NOT_FOUND'))
  if (known.name === name) return
  await work.tx.updateTable('passkeys').set({ name }).where('passkeyId', '=', passkeyId).execute()
  await happened(work, [
    { activity: 'passkey-renamed', userId, details: { changes: { passkey: [known.name, name] } } },
  ])
}

/** Deletes all passkeys of a person, or all except those of their second factor. */
export async function forgetPasskeys({ tx }: Pick<Work, 'tx'>, userId: string, which: 'all' | 'own' = 'all') {
  await tx
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .$if(which === 'own', (passkeys) => passkeys.where('factorOf', 'is', null))
    .execute()
}

/** Locks a passkey after its person, in the order of all account changes. */
async function lockPasskey({ tx }: Work, credentialId: string) {
  const passkeys = tx.selectFrom('passkeys').where('credentialId', '=', credentialId)
  const found = await passkeys.select('userId').executeTakeFirst()
  if (!found) return undefined
  await tx.selectFrom('users').select('userId').where('userId', '=', found.userId).forKeyShare().execute()
  return passkeys
    .select(['passkeyId', 'userId', 'factorOf', 'publicKey', 'counter', 'name'])
    .forUpdate()
    .executeTakeFirst()
}

function passkeysOf({ tx }: Work, userId: string, which?: 'factors') {
  return tx
    .selectFrom('passkeys')
    .select(['credentialId', 'transports'])
    .where('userId', '=', userId)
    .$if(which === 'factors', (passkeys) => passkeys.where('factorOf', 'is not', null))
    .execute()
}

function descriptorOf({ credentialId, transports }: { credentialId: string; transports: string[] }) {
  return { id: credentialId, transports }
}

function named(name: string) {
  return { item: name }
}

/** Returns the domain of passkeys and the one origin that may use them. */
function placeOf({ publicUrl }: Config): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { rpId: hostname, origin }
}

/** Returns the bytes of the person's random id, which reveals nothing. */
function bytesOf(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'))
}

/** Adds the fields that the wire omits because they never differ. */
function publicKey(id: string) {
  return { rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}

function withTransports({ transports = [], ...response }: NewPasskeyAnswer['response']) {
  return { ...response, transports: transports as Transport[] }
}
