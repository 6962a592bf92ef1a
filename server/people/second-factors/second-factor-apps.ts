import { Secret, TOTP } from 'otpauth'
import { appDigits } from '#contract/people/second-factors/calls.ts'
import { qrSvg } from '#server/core/qr-codes.ts'

/** A clock may be off by one step of 30 seconds, either way. */
const stepsOff = 1

/** Returns a 160-bit secret for an authenticator app (RFC 6238), base32. */
export function newAppSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns an app's QR code: an SVG of the secret's address. The app shows the `issuer` above the email. */
export function qrCodeOf(secret: string, email: string, issuer: string): string {
  return qrSvg(totpOf(secret, { label: email, issuer }).toString(), 2)
}

/**
 * Returns a code's time step if it is current and later than `usedStep`. A used step yet to come, of a clock that
 * was ahead, refuses nothing.
 */
export function stepOfCode(
  secret: string,
  code: string,
  { now: at, usedStep }: { now: Date; usedStep: number | null },
): number | undefined {
  const totp = totpOf(secret)
  const timestamp = at.getTime()
  const off = totp.validate({ token: code, timestamp, window: stepsOff })
  if (off === null) return undefined
  const now = totp.counter({ timestamp })
  const isUsed = usedStep !== null && usedStep >= now + off && usedStep <= now + stepsOff
  return isUsed ? undefined : now + off
}

function totpOf(secret: string, words?: { label: string; issuer: string }): TOTP {
  return new TOTP({ ...words, secret, digits: appDigits })
}
