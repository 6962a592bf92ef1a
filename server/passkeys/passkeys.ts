import { randomUUID } from 'node:crypto'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { NewPasskeyAnswer, PasskeyAnswer } from '#contract/passkeys/answers.ts'
import type { PasskeyOptions, PasskeyRename } from '#contract/passkeys/calls.ts'
import { mostPasskeys } from '#contract/passkeys/calls.ts'
import { happened } from '#server/activities/activities.ts'
import type { Config } from '#server/config.ts'
import { Refusal } from '#server/core/http/refusal.ts'
import { writeMail } from '#server/mails/mails.ts'
import type { Work } from '#server/work.ts'
import { passkeyAddedMail } from './mails.ts'
import type { Asked } from './passkey-challenges.ts'
import { makeChallenge, spendChallenge } from './passkey-challenges.ts'
import { emailOf } from './queries.ts'

/** Whose passkey it is, and whether it is a second factor. */
export interface Holder {
  userId: string
  isFactor: boolean
}

/** ES256, RS256 and EdDSA, as COSE numbers them; what Node only tries out so far is not asked for. */
const algorithms = [-7, -257, -8]

type Transport = NonNullable<WebAuthnCredential['transports']>[number]

/** What a device is asked for to make a passkey that it finds by itself, and that it keeps behind a finger, a face or a PIN. */
export async function beginPasskey(work: Work, { userId, isFactor }: Holder): Promise<PasskeyOptions> {
  const email = await emailOf(work.tx, userId)
  const challenge = await makeChallenge(work, asked(isFactor ? 'add-factor' : 'add', userId))
  const known = await passkeysOf(work, userId)
  if (known.length >= mostPasskeys) throw new Refusal('TOO_MANY_PASSKEYS')
  const options = await generateRegistrationOptions({
    rpName: 'IA Renewal Portal',
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
 * Keeps a passkey that a device has made for its person, named after the `device`, and mails them that it is there. Refuses with
 * PASSKEY_REFUSED where it was not asked for just now, and with TOO_MANY_PASSKEYS.
 */
export async function addPasskey(
  work: Work,
  { userId, isFactor }: Holder,
  { answer, device }: { answer: NewPasskeyAnswer; device: string },
): Promise<void> {
  const { tx, clock, config } = work
  const { rpId, origin } = placeOf(config)
  const made = await verifyRegistrationResponse({
    response: { ...answer, response: withTransports(answer.response), ...publicKey(answer.id) },
    expectedChallenge: (challenge) =>
      spendChallenge(work, challenge, asked(isFactor ? 'add-factor' : 'add', userId)),
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined)
  if (!made?.verified) throw new Refusal('PASSKEY_REFUSED')
  // Two that are added at once are counted one after the other.
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
  // Of a second factor it is told as the change of that.
  if (isFactor) return
  await writeMail(work, {
    cause: `passkey:${randomUUID()}`,
    to: await emailOf(tx, userId),
    replyTo: config.mail.support,
    content: passkeyAddedMail(config.publicUrl, device),
  })
}

/** What a device is asked to sign: by one of the person's second factor, or by whoever signs in. */
export async function askPasskey(work: Work, userId?: string): Promise<PasskeyOptions> {
  const challenge = await makeChallenge(work, asked(userId === undefined ? 'sign-in' : 'prove', userId))
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
 * Whose passkey has signed what was asked: for `factorOf`, one of their second factor, else anybody's. Refuses with
 * PASSKEY_REFUSED: unknown, nobody was verified by the device, the challenge is spent, or the counter went back.
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
      spendChallenge(work, challenge, asked(factorOf === undefined ? 'sign-in' : 'prove', factorOf)),
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

/** Forgets one: a person's own, or one of their second factor. Refuses with PASSKEY_NOT_FOUND. */
export async function removePasskey(
  work: Work,
  { userId, isFactor }: Holder,
  passkeyId: number,
): Promise<void> {
  const removed = await work.tx
    .deleteFrom('passkeys')
    .where('passkeyId', '=', passkeyId)
    .where('userId', '=', userId)
    .where('factorOf', isFactor ? 'is not' : 'is', null)
    .returning('name')
    .executeTakeFirst()
  if (!removed) throw new Refusal('PASSKEY_NOT_FOUND')
  await happened(work, [{ activity: 'passkey-removed', userId, details: named(removed.name) }])
}

/** Gives one another name: likewise one of these two, refusing as that does. */
export async function renamePasskey(
  work: Work,
  { userId, isFactor }: Holder,
  { passkeyId, name }: PasskeyRename,
): Promise<void> {
  const known = await work.tx
    .selectFrom('passkeys')
    .select('name')
    .where('passkeyId', '=', passkeyId)
    .where('userId', '=', userId)
    .where('factorOf', isFactor ? 'is not' : 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!known) throw new Refusal('PASSKEY_NOT_FOUND')
  if (known.name === name) return
  await work.tx.updateTable('passkeys').set({ name }).where('passkeyId', '=', passkeyId).execute()
  await happened(work, [
    { activity: 'passkey-renamed', userId, details: { changes: { passkey: [known.name, name] } } },
  ])
}

/** Forgets all of a person, whoever may have made them; or all but those of their second factor. */
export async function forgetPasskeys(
  { tx }: Pick<Work, 'tx'>,
  userId: string,
  which: 'all' | 'own' = 'all',
): Promise<void> {
  await tx
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .$if(which === 'own', (passkeys) => passkeys.where('factorOf', 'is', null))
    .execute()
}

/** Their person first, as everybody locks them who changes accounts. */
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

function asked(purpose: Asked['purpose'], userId: string | undefined): Asked {
  return { purpose, userId }
}

function named(name: string) {
  return { item: name }
}

/** The domain that passkeys are for, and the one origin that they are used at. */
function placeOf({ publicUrl }: Config): { rpId: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl)
  return { rpId: hostname, origin }
}

/** A random number of the person, which says nothing of them. */
function bytesOf(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'))
}

/** What the wire leaves out, since it is always the same. */
function publicKey(id: string) {
  return { rawId: id, type: 'public-key', clientExtensionResults: {} } as const
}

function withTransports({ transports = [], ...response }: NewPasskeyAnswer['response']) {
  return { ...response, transports: transports as Transport[] }
}
