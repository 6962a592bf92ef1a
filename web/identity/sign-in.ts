/**
 * How people prove who they are: what pages know of an identity provider. What a proof gives is an ID token, which the
 * server exchanges for a session. Every promise rejects with an ApiError.
 */
export interface SignIn {
  /** Mails a link, and digits for another device where the portal writes the mail itself. */
  sendLink: (email: string) => Promise<void>
  /** The code that a mailed link, of sign-in or of a new password, has in its address; undefined where it has none. */
  codeIn: (address: { hash: string; searchStr: string }) => string | undefined
  /** Redeems a link's code, or the digits. Refuses with LINK_SPENT. */
  prove: (email: string, code: string) => Promise<string>
  /** Refuses with WRONG_PASSWORD. */
  proveByPassword: (email: string, password: string) => Promise<string>
  /** Mails a link to choose a new password. */
  sendReset: (email: string) => Promise<void>
  /** Sets the password by that link's code. Refuses with LINK_SPENT. */
  resetPassword: (choice: { email: string; code: string; password: string }) => Promise<void>
}
