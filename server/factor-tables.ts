import type { Generated } from 'kysely'
import type { SecondStepWay } from '#contract/sessions/calls.ts'

// The part of tables.ts that tells of sessions, passkeys and second factors.

export interface SessionsTable {
  tokenHash: Buffer
  userId: string
  createdAt: Generated<Date>
  expiresAt: Date
  beganBy: Generated<'link' | 'password' | 'passkey'>
  proofHash: Buffer | null
  device: Generated<string>
  lastSeenAt: Generated<Date>
  secondStep: SecondStepWay | null
  provenAt: Date | null
  provenBy: 'link' | 'password' | null
}

export interface SecondFactorsTable {
  userId: string
  switchedOnAt: Date
  appSecret: string | null
  appStep: number | null
  wrongTries: Generated<number>
  triesSince: Date | null
}

export interface RememberedDevicesTable {
  rememberedDeviceId: Generated<number>
  userId: string
  tokenHash: Buffer
  device: string
  rememberedAt: Date
  lastUsedAt: Date
  expiresAt: Date
}

export interface PasskeysTable {
  passkeyId: Generated<number>
  userId: string
  factorOf: string | null
  credentialId: string
  publicKey: Buffer
  counter: number
  transports: string[]
  name: string
  addedAt: Date
  lastUsedAt: Date | null
}

export interface PasskeyChallengesTable {
  challengeHash: Buffer
  purpose: 'sign-in' | 'add' | 'add-factor' | 'prove'
  userId: string | null
  expiresAt: Date
}
