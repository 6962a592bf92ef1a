import type { KeyObject } from 'node:crypto'
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskeyAnswer, PasskeyAnswer } from '#contract/people/passkeys/answers.ts'
import type { PasskeyOptions } from '#contract/people/passkeys/calls.ts'

const origin = 'http://localhost:3000'
const rpId = 'localhost'

/** The defects of an answer. */
interface Flaws {
  origin?: string
  rpId?: string
  /** false: nobody showed the device a finger, a face or a PIN. */
  isVerified?: boolean
  counter?: number
}

export interface Authenticator {
  make(options: PasskeyOptions, flaws?: Flaws): NewPasskeyAnswer
  sign(options: PasskeyOptions, flaws?: Flaws): PasskeyAnswer
}

/** A device with one passkey, as in WebAuthn Level 3: ES256, no attestation. */
export function openAuthenticator(): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0

  function authenticatorData(flaws: Flaws, attested: Buffer = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (flaws.isVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(flaws.counter ?? ++counter)
    return Buffer.concat([sha256(flaws.rpId ?? rpId), Buffer.from([flags]), count, attested])
  }

  return {
    make(options, flaws = {}) {
      const length = Buffer.from([0, credentialId.length])
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey(publicKey)])
      const authData = authenticatorData(flaws, attested)
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ])
      const client = clientData('webauthn.create', options, flaws)
      return {
        id,
        response: {
          clientDataJSON: client.toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    sign(options, flaws = {}) {
      const authData = authenticatorData(flaws)
      const client = clientData('webauthn.get', options, flaws)
      const signature = sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)
      return {
        id,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

function clientData(type: string, { challenge }: PasskeyOptions, flaws: Flaws): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin: flaws.origin ?? origin, crossOrigin: false }))
}

/** {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a point of P-256 for ES256. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
  const [left, right] = [x, y].map((each) => cborBytes(Buffer.from(each, 'base64url')))
  return Buffer.concat([head, Buffer.from([0x21]), left as Buffer, Buffer.from([0x22]), right as Buffer])
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}

function cborBytes(bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from([0x58, bytes.length]), bytes])
}

function sha256(bytes: string | Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
