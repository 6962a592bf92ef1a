import { CompactSign, compactVerify, importJWK, type JWK } from 'jose'

/** The claim of a ticket. It names no person: a registration, and which of its tickets this is. */
export interface TicketClaim {
  registrationId: number
  /** Counts the tickets of a registration: a new one revokes the earlier ones. */
  number: number
}

export const ticketAlgorithm = 'ES256'

/** Returns the text of a ticket's QR code: the claim as a compact JWS (RFC 7515), signed by a private key. */
export async function writeTicket(
  { registrationId, number }: TicketClaim,
  { keyId, privateJwk }: { keyId: number; privateJwk: JWK },
): Promise<string> {
  return new CompactSign(new TextEncoder().encode(`${registrationId}.${number}`))
    .setProtectedHeader({ alg: ticketAlgorithm, kid: String(keyId) })
    .sign(await importJWK(privateJwk, ticketAlgorithm))
}

/** Returns the claim of a scanned text; undefined unless one of the public keys, by their ids, has signed it. */
export async function readTicket(
  text: string,
  keys: readonly { keyId: number; publicJwk: JWK }[],
): Promise<TicketClaim | undefined> {
  try {
    const { payload } = await compactVerify(
      text.trim(),
      async ({ kid }) => {
        const key = keys.find(({ keyId }) => String(keyId) === kid)
        if (!key) throw new Error('This key is not known')
        return importJWK(key.publicJwk, ticketAlgorithm)
      },
      { algorithms: [ticketAlgorithm] },
    )
    const claim = /^(\d{1,10})\.(\d{1,5})$/.exec(new TextDecoder().decode(payload))
    return claim ? { registrationId: Number(claim[1]), number: Number(claim[2]) } : undefined
  } catch {
    return undefined
  }
}
