import type { Generated } from 'kysely'

// The part of tables.ts that the identity providers keep.

export interface IdentitySubjectsTable {
  subject: Generated<string>
  email: string
  passwordHash: string | null
  validFrom: Date | null
}

export interface IdentityCodesTable {
  codeHash: Buffer
  email: string
  purpose: 'sign-in' | 'reset-password'
  digitsHash: Buffer | null
  digitsTries: Generated<number>
  expiresAt: Date
}

export interface IdentityRefreshTokensTable {
  proofHash: Buffer
  addressHash: Buffer
  refreshToken: string
  provenAt: Date
  renewedAt: Date
}

export interface IdentityAddressesTable {
  addressHash: Buffer
  validFrom: Date | null
  settledSubject: string | null
  seenAt: Date
}
