/** A ticket's claim. It names no person: only a registration, and which of its tickets this is. */
export interface TicketClaim {
  registrationId: number
  /** Counts a registration's tickets: a new one revokes the earlier ones. */
  number: number
}

/** The tickets' algorithm, by its name in RFC 7518. */
export const ticketAlgorithm = 'ES256'
const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Returns the text of a ticket's QR code: the claim as a compact JWS (RFC 7515), signed by a private key (RFC 7517). */
export async function writeTicket(
  { registrationId, number }: TicketClaim,
  { keyId, privateJwk }: { keyId: number; privateJwk: object },
): Promise<string> {
  const header = encoded(JSON.stringify({ alg: ticketAlgorithm, kid: String(keyId) }))
  const signed = `${header}.${encoded(`${registrationId}.${number}`)}`
  const signature = await crypto.subtle.sign(ecdsa, await keyOf(privateJwk, 'sign'), bytesOf(signed))
  return `${signed}.${encoded(String.fromCharCode(...new Uint8Array(signature)))}`
}

/** Returns a scanned text's claim; undefined unless signed by one of the public keys, by their ids. */
export async function readTicket(
  text: string,
  keys: readonly { keyId: number; publicJwk: object }[],
): Promise<TicketClaim | undefined> {
  const [header = '', payload = '', signature = '', ...rest] = text.trim().split('.')
  if (rest.length > 0) return undefined
  try {
    const { alg, kid } = JSON.parse(decoded(header))
    const key = keys.find(({ keyId }) => String(keyId) === kid)
    if (alg !== ticketAlgorithm || !key) return undefined
    const publicKey = await keyOf(key.publicJwk, 'verify')
    const [proof, signed] = [bytesOf(decoded(signature)), bytesOf(`${header}.${payload}`)]
    if (!(await crypto.subtle.verify(ecdsa, publicKey, proof, signed))) return undefined
    const claim = /^(\d{1,10})\.(\d{1,5})$/.exec(decoded(payload))
    return claim ? { registrationId: Number(claim[1]), number: Number(claim[2]) } : undefined
  } catch {
    return undefined
  }
}

async function keyOf(jwk: object, use: 'sign' | 'verify') {
  return crypto.subtle.importKey('jwk', jwk, ecdsa, false, [use])
}

// Characters up to 255, one per byte.
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}

function encoded(text: string): string {
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function decoded(text: string): string {
  return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
}
