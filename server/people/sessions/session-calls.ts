import type { FastifyRequest } from 'fastify'
import { deviceOf } from '#server/core/http/devices.ts'
import { bearerOf } from '#server/core/http/serve.ts'
import { hashOfSecret } from '#server/core/identity/secrets.ts'
import type { Services } from '#server/services.ts'
import type { Work } from '#server/work.ts'
import { write } from '#server/work.ts'
import type { SignIn } from './session-sign-ins.ts'

/** Verifies an ID token and lets `verb` sign in with its proof; ends the browser's previous session. */
export async function signInWith<Result>(
  services: Services,
  { authToken, request }: { authToken: string; request: FastifyRequest },
  verb: (work: Work, given: Omit<SignIn, 'secondStep'>) => Promise<Result>,
): Promise<Result> {
  const { identity } = services
  const proven = await identity.verify(authToken)
  const given = { identity, proven, ...browserOf(request) }
  return write(services, undefined, (work) => verb(work, given))
}

/** Returns a call's browser, and its previous session. */
export function browserOf(request: FastifyRequest): Pick<SignIn, 'device' | 'replacedHash'> {
  return { device: deviceOf(request.headers['user-agent']), replacedHash: bearerHash(request) }
}

/** Returns the token hash of a call's session, if any. */
export function bearerHash(request: FastifyRequest): Buffer | undefined {
  const bearer = bearerOf(request)
  return bearer === undefined ? undefined : hashOfSecret(bearer)
}
