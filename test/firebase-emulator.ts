import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { UnsecuredJWT } from 'jose'
import { openFirebaseKeys } from './firebase-keys.ts'
import { write } from './http-faults.ts'

export interface Emulator {
  /** The environment of a portal that uses it. */
  environment: Record<string, string>
  /** Returns the codes that it would have mailed to an address, newest first. */
  codesTo(email: string, requestType: string): Promise<string[]>
  givePassword(email: string, password: string): Promise<void>
  close(): Promise<void>
}

const projectId = 'demo-portal'

/**
 * Wraps Google's emulator at `address` with our own keys: it signs no ID token, and the portal accepts only signed ones.
 * Everything else passes unchanged.
 */
export async function startEmulator(address: string): Promise<Emulator> {
  const keys = await openFirebaseKeys()
  const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' }
  // The default of every new project.
  await ask(`/emulator/v1/projects/${projectId}/config?updateMask=emailPrivacyConfig`, {
    method: 'PATCH',
    body: JSON.stringify({ emailPrivacyConfig: { enableImprovedEmailPrivacy: true } }),
  })

  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.url?.startsWith('/www.googleapis.com/')) return write(response, keys.published())
    const answer = await fetch(`${address}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
      ...(body && { body }),
    })
    const said = (await answer.json()) as Record<string, unknown>
    for (const name of ['idToken', 'id_token', 'access_token']) {
      if (typeof said[name] === 'string') said[name] = await signed(said[name])
    }
    write(response, { status: answer.status, body: said })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  function signed(idToken: string): Promise<string> {
    const issuer = `https://securetoken.google.com/${projectId}`
    return keys.sign(UnsecuredJWT.decode(idToken, { issuer, audience: projectId }).payload)
  }

  // biome-ignore lint/suspicious/noExplicitAny: as it travels
  async function ask(path: string, request: RequestInit = {}): Promise<any> {
    const answer = await fetch(`${address}${path}`, { headers: owner, ...request })
    if (!answer.ok) throw new Error(`The emulator answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

  return {
    environment: {
      IDENTITY: 'firebase',
      FIREBASE_PROJECT_ID: projectId,
      FIREBASE_API_KEY: 'any-key-will-do',
      IDENTITY_API_URL: `http://127.0.0.1:${port}`,
    },
    async codesTo(email, requestType) {
      const { oobCodes } = await ask(`/emulator/v1/projects/${projectId}/oobCodes`)
      return (oobCodes as Record<string, string>[])
        .filter((code) => code.email === email && code.requestType === requestType)
        .map((code) => code.oobCode ?? '')
        .reverse()
    },
    async givePassword(email, password) {
      await ask(`/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`, {
        method: 'POST',
        body: JSON.stringify({ email, password, emailVerified: true }),
      })
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
