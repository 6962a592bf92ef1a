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

/** Returns a code's time step if it is current and later than `usedStep`. */
export function stepOfCode(
  secret: string,
  code: string,
  { now, usedStep }: { now: Date; usedStep: number | null },
): number | undefined {
  const totp = totpOf(secret)
  const timestamp = now.getTime()
  const off = totp.validate({ token: code, timestamp, window: stepsOff })
  const step = off === null ? undefined : totp.counter({ timestamp }) + off
  return step !== undefined && step > (usedStep ?? -1) ? step : undefined
}

function totpOf(secret: string, words?: { label: string; issuer: string }): TOTP {
  return new TOTP({ ...words, secret, digits: appDigits })
}
