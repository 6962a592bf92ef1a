import * as z from 'zod/mini'
import { DoorList } from '#contract/attendance/check-ins/calls.ts'
import { besideSession, sessionUser } from '#web/core/session/session.ts'
import { ClockReading } from './door-clock.ts'

const key = `${besideSession}door`

const KeptList = z.object({ readings: z.readonly(z.array(ClockReading)), list: DoorList })

/** The list of a day, and the readings of this device's clock. */
export type KeptList = z.output<typeof KeptList>

/** Stores the list, encrypted with a key that is made from the session's token. */
export async function keepList(token: string, kept: KeptList): Promise<void> {
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const text = new TextEncoder().encode(JSON.stringify(z.encode(KeptList, kept)))
  const secret = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(token), text)
  // They may have signed out in between.
  if (sessionUser()?.token === token) localStorage.setItem(key, textOf(iv) + textOf(new Uint8Array(secret)))
}

/** Returns the stored list. Deletes one that cannot be read, such as that of another session. */
export async function readKeptList(token: string): Promise<KeptList | undefined> {
  const bytes = Uint8Array.from(localStorage.getItem(key) ?? '', (char) => char.charCodeAt(0))
  if (bytes.length === 0) return undefined
  try {
    const algorithm = { name: 'AES-GCM', iv: bytes.slice(0, 12) }
    const text = await crypto.subtle.decrypt(algorithm, await keyOf(token), bytes.slice(12))
    return KeptList.parse(JSON.parse(new TextDecoder().decode(text)))
  } catch {
    dropKeptList()
    return undefined
  }
}

export function dropKeptList(): void {
  localStorage.removeItem(key)
}

async function keyOf(token: string): Promise<CryptoKey> {
  const encoder = new TextEncoder()
  const given = await crypto.subtle.importKey('raw', encoder.encode(token), 'HKDF', false, ['deriveKey'])
  const how = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encoder.encode('door list') }
  return crypto.subtle.deriveKey(how, given, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

// A character for each byte: the storage holds text only.
function textOf(bytes: Uint8Array) {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
}
