import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

/** OWASP's argon2id setting of 19 MiB: about 30 ms, off the event loop. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/** Returns a password's argon2id hash as PHC text. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await hashWith(password, salt)
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt.toString('base64url')}$${hash.toString('base64url')}`
}

/** Returns true if the password is right. An unknown person (`undefined`) takes as long as a wrong password. */
export async function isPassword(password: string, phc: string | undefined): Promise<boolean> {
  const [salt, expected] = (phc ?? '').split('$').slice(-2)
  const hash = await hashWith(password, Buffer.from(salt || 'nobody has this salt', 'base64url'))
  const known = Buffer.from(expected ?? '', 'base64url')
  return phc !== undefined && known.length === hash.length && timingSafeEqual(known, hash)
}

function hashWith(password: string, nonce: Buffer) {
  return derive('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce, ...cost })
}
