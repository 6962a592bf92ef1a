// JSON schemas of what the portal signs and publishes, written from Open Badges 3.0, Verifiable Credentials 2.0, Bitstring
// Status List 1.0 and DID Core 1.0. 1EdTech publishes schemas whose license does not allow a copy here
// (docs/decisions/080-credentials.md). These are stricter: they allow only what the portal issues.

const text = { type: 'string', minLength: 1 }
const uri = { type: 'string', pattern: '^(https?://|did:web:)[^\\s]+$' }
const web = { type: 'string', pattern: '^https?://[^\\s]+$' }
const did = { type: 'string', pattern: '^did:web:[A-Za-z0-9.%-]+$' }
const keyId = { type: 'string', pattern: '^did:web:[A-Za-z0-9.%-]+#[A-Za-z0-9-]+$' }
const instant = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?(Z|[+-]\\d\\d:\\d\\d)$',
}
const seconds = { type: 'integer', minimum: 0 }
const publicJwk = exactly({
  kty: { const: 'RSA' },
  n: { type: 'string', pattern: '^[A-Za-z0-9_-]{342,}$' },
  e: { const: 'AQAB' },
})

/** The header of every signature. Open Badges 3.0 allows no other parameters, and `typ` only as JWT. */
export const header = exactly({
  alg: { const: 'RS256' },
  typ: { const: 'JWT' },
  kid: keyId,
})

const contexts = (...urls: string[]) => ({ const: urls })
const types = (...names: string[]) => ({ const: names })

const registered = { iss: did, jti: uri, sub: uri, nbf: seconds }

/** The hashed email of the holder, and the name that the certificate shows. */
const hashedEmail = exactly({
  type: { const: 'IdentityObject' },
  hashed: { const: true },
  identityHash: { type: 'string', pattern: '^sha256\\$[0-9a-f]{64}$' },
  identityType: { const: 'emailAddress' },
  salt: { type: 'string', minLength: 16 },
})
const printedName = exactly({
  type: { const: 'IdentityObject' },
  hashed: { const: false },
  identityHash: text,
  identityType: { const: 'name' },
})

const achievement = exactly(
  {
    id: uri,
    type: types('Achievement'),
    achievementType: { const: 'CertificateOfCompletion' },
    name: text,
    description: text,
    criteria: exactly({ narrative: text }),
  },
  { humanCode: text },
)

/** A certificate's credential. */
export const openBadge = exactly({
  ...registered,
  '@context': contexts(
    'https://www.w3.org/ns/credentials/v2',
    'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
  ),
  id: uri,
  type: types('VerifiableCredential', 'OpenBadgeCredential'),
  name: text,
  issuer: exactly({ id: did, type: types('Profile'), name: text, url: web }),
  validFrom: instant,
  credentialSubject: exactly({
    id: uri,
    type: types('AchievementSubject'),
    identifier: { type: 'array', prefixItems: [hashedEmail, printedName], minItems: 2, items: false },
    activityStartDate: instant,
    activityEndDate: instant,
    creditsEarned: { type: 'number', exclusiveMinimum: 0 },
    achievement,
  }),
  evidence: listOf(
    exactly({
      id: web,
      type: types('Evidence'),
      genre: text,
      name: text,
      narrative: text,
    }),
  ),
  credentialStatus: exactly({
    id: web,
    type: { const: 'BitstringStatusListEntry' },
    statusPurpose: { const: 'revocation' },
    statusListIndex: { type: 'string', pattern: '^(0|[1-9]\\d*)$' },
    statusListCredential: web,
  }),
})

/** The status list of many credentials. */
export const statusList = exactly({
  ...registered,
  exp: seconds,
  '@context': contexts('https://www.w3.org/ns/credentials/v2'),
  id: web,
  type: types('VerifiableCredential', 'BitstringStatusListCredential'),
  issuer: did,
  validFrom: instant,
  validUntil: instant,
  credentialSubject: exactly({
    id: web,
    type: { const: 'BitstringStatusList' },
    statusPurpose: { const: 'revocation' },
    ttl: { type: 'integer', minimum: 1 },
    encodedList: { type: 'string', pattern: '^u[A-Za-z0-9_-]+$' },
  }),
})

/** The published keys. */
export const didDocument = exactly({
  '@context': contexts('https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'),
  id: did,
  verificationMethod: listOf(
    exactly({
      id: keyId,
      type: { const: 'JsonWebKey2020' },
      controller: did,
      publicKeyJwk: publicJwk,
      // DID Core allows further properties.
      sha256Fingerprint: { type: 'string', pattern: '^[0-9a-f]{64}$' },
    }),
  ),
  assertionMethod: listOf(keyId),
})

/** Describes an object with these properties and no others. */
function exactly(properties: Record<string, object>, optional: Record<string, object> = {}) {
  return {
    type: 'object',
    properties: { ...properties, ...optional },
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

function listOf(items: object) {
  return { type: 'array', minItems: 1, items }
}
