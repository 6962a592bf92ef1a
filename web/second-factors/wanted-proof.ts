/** What the server wants to be shown first. */
export type WantedProof = 'FACTOR_NOT_PROVEN' | 'PASSWORD_NOT_PROVEN' | 'SIGN_IN_TOO_OLD'
