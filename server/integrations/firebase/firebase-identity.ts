import { decodeJwt } from 'jose'
import type { Identity } from '#server/core/identity/identity.ts'
import { algorithm } from '#server/core/identity/sign-id-token.ts'
import type { IdentityProvider } from '#server/core/identity/verify-id-token.ts'
import { idTokenVerifier, keptKeySet } from '#server/core/identity/verify-id-token.ts'
import { forgetAddress } from '#server/people/identity/identity.ts'
import { refuseVoidProof, voidProofs } from '#server/people/identity/identity-addresses.ts'
import { hostedAudience, issuerOf, publicKeys } from '#server/people/identity/identity-tokens.ts'
import type { Tx } from '#server/services.ts'
import type { FirebaseSettings } from './firebase.ts'
import { openFirebase } from './firebase.ts'
import type { ProviderServices } from './firebase-calls.ts'
import { firebaseCalls, mailFirebaseReset } from './firebase-calls.ts'
import { recheckSignIns } from './firebase-recheck.ts'
import { refusing } from './firebase-refusals.ts'
import { publishedKeySet } from './published-keys.ts'

/** Opens Firebase Authentication. Only this server calls it; browsers talk to the portal alone. */
export function firebaseIdentity(services: ProviderServices, settings: FirebaseSettings): Identity<Tx> {
  const { config, db, clock, log } = services
  const firebase = openFirebase(settings)
  const hosted: IdentityProvider = {
    issuer: `https://securetoken.google.com/${settings.projectId}`,
    audience: settings.projectId,
    algorithm: 'RS256',
    keySet: publishedKeySet(() => refusing(firebase.fetchKeys(), log), clock),
  }
  const keySet = keptKeySet(() => publicKeys(db))
  const own = { issuer: issuerOf(config), audience: hostedAudience, algorithm, keySet }
  const verifyOwn = idTokenVerifier(own, clock)
  const verifyHosted = idTokenVerifier(hosted, clock)
  const verifyRenewed = idTokenVerifier(hosted, clock, { isRenewed: true })
  const asked = { ...services, firebase, verifyHosted, verifyRenewed }
  return {
    async verify(idToken) {
      // Our own token names the same person as Firebase's, so it gets Firebase's issuer.
      if (isIssuedBy(own.issuer, idToken)) return { ...(await verifyOwn(idToken)), issuer: hosted.issuer }
      // Firebase's tokens don't tell a link from a password, so they count as the weaker proof.
      return { ...(await verifyHosted(idToken)), provenBy: 'link' }
    },
    confirm: (tx, proven) => refuseVoidProof(tx, proven, clock()),
    async forget(tx, email) {
      await voidProofs(tx, email, clock())
      await forgetAddress(tx, email)
    },
    calls: (people) => firebaseCalls(asked, people),
    mailReset: (people, email) => mailFirebaseReset(asked, people, email),
    recheck: (people) => recheckSignIns(asked, people),
    health: firebase.health,
    close: firebase.close,
  }
}

/** Returns true if an unverified token claims this issuer. */
function isIssuedBy(issuer: string, idToken: string) {
  try {
    return decodeJwt(idToken).iss === issuer
  } catch {
    return false
  }
}
