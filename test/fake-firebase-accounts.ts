import { randomBytes, randomUUID } from 'node:crypto'
import type { FakeAnswer } from './http-faults.ts'

interface FirebaseAccount {
  localId: string
  email: string
  emailVerified: boolean
  password: string | undefined
  disabled: boolean
  /** Earlier tokens are invalid; in ms since 1970. */
  validSince: number
}

/** An email that Firebase has sent. */
interface FirebaseMail {
  requestType: 'EMAIL_SIGNIN' | 'PASSWORD_RESET'
  email: string
  oobCode: string
  continueUrl: string
}

/** A sign-in, which a refresh token stands for. */
interface SignIn {
  account: FirebaseAccount
  /** In ms since 1970; renewals keep it. */
  begunAt: number
}

export interface FakeAccounts {
  /** Creates an account, like its console or a stranger. */
  add(account: Partial<FirebaseAccount> & { email: string }): FirebaseAccount
  find(email: string): FirebaseAccount | undefined
  remove(email: string): void
  /** Sets the console's switch 'Email enumeration protection', which is on in new projects. */
  protectEmails(isOn: boolean): void
  /** Returns the emails to an address, newest first. */
  mailsTo(email: string): FirebaseMail[]
  /** Expires all codes mailed so far. */
  expireCodes(): void
  answers: Record<string, (body: Record<string, string>) => FakeAnswer | Promise<FakeAnswer>>
}

type SignToken = (account: FirebaseAccount, begunAt: number) => Promise<string>

/** Firebase's accounts and its answers about them, word for word like its emulator. */
export function openFakeAccounts(clock: () => Date, signToken: SignToken): FakeAccounts {
  const accounts = new Map<string, FirebaseAccount>()
  const mails: FirebaseMail[] = []
  const codes = new Map<string, FirebaseMail>()
  const signIns = new Map<string, SignIn>()
  let areEmailsProtected = true

  function add({ email, ...given }: Partial<FirebaseAccount> & { email: string }): FirebaseAccount {
    const account = {
      localId: randomBytes(21).toString('base64url'),
      email,
      emailVerified: false,
      password: undefined,
      disabled: false,
      validSince: 0,
      ...given,
    }
    accounts.set(email, account)
    return account
  }

  async function signIn(account: FirebaseAccount): Promise<object> {
    const refreshToken = randomUUID()
    const begunAt = clock().getTime()
    signIns.set(refreshToken, { account, begunAt })
    const idToken = await signToken(account, begunAt)
    return { localId: account.localId, email: account.email, idToken, refreshToken, expiresIn: '3600' }
  }

  /** Returns the account of an ID token, whose claims the stand-in trusts. */
  function accountOf(idToken = ''): FirebaseAccount | undefined {
    const claims = JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString() || '{}')
    const account = accounts.get(claims.email)
    return account && claims.iat >= Math.floor(account.validSince / 1000) ? account : undefined
  }

  function mail(requestType: FirebaseMail['requestType'], { email = '', continueUrl = '' }): FakeAnswer {
    const sent = { requestType, email, continueUrl, oobCode: randomBytes(40).toString('base64url') }
    mails.unshift(sent)
    codes.set(sent.oobCode, sent)
    return ok({ kind: 'identitytoolkit#GetOobConfirmationCodeResponse', email })
  }

  function choosePassword(account: FirebaseAccount, password: string): void {
    Object.assign(account, { password, validSince: clock().getTime() })
  }

  const answers: FakeAccounts['answers'] = {
    'accounts:sendOobCode': ({ requestType, ...body }) => {
      const email = body.email?.toLowerCase() ?? ''
      if (requestType === 'EMAIL_SIGNIN') return mail(requestType, { ...body, email })
      if (requestType !== 'PASSWORD_RESET') return no('INVALID_REQ_TYPE')
      if (accounts.has(email)) return mail(requestType, { ...body, email })
      return areEmailsProtected ? ok({ email }) : no('EMAIL_NOT_FOUND')
    },
    'accounts:signInWithEmailLink': async ({ email = '', oobCode = '' }) => {
      const code = codes.get(oobCode)
      if (code?.requestType !== 'EMAIL_SIGNIN') return no('INVALID_OOB_CODE')
      if (code.email !== email.toLowerCase()) {
        return no('INVALID_EMAIL : The email provided does not match the sign-in email address.')
      }
      codes.delete(oobCode)
      const account = accounts.get(code.email) ?? add({ email: code.email })
      if (account.disabled) return no('USER_DISABLED')
      account.emailVerified = true
      return ok(await signIn(account))
    },
    'accounts:signInWithPassword': async ({ email = '', password }) => {
      const account = accounts.get(email.toLowerCase())
      if (!account) return no(areEmailsProtected ? 'INVALID_LOGIN_CREDENTIALS' : 'EMAIL_NOT_FOUND')
      if (account.disabled) return no('USER_DISABLED')
      if (account.password === undefined || account.password !== password) {
        return no(areEmailsProtected ? 'INVALID_LOGIN_CREDENTIALS' : 'INVALID_PASSWORD')
      }
      return ok(await signIn(account))
    },
    'accounts:signUp': async ({ email = '', password = '' }) => {
      if (accounts.has(email.toLowerCase())) return no('EMAIL_EXISTS')
      return isWeak(password) ?? ok(await signIn(add({ email: email.toLowerCase(), password })))
    },
    'accounts:lookup': ({ idToken }) => {
      const account = accountOf(idToken)
      if (!account) return no('INVALID_ID_TOKEN')
      const { password, ...shown } = account
      return ok({ users: [{ ...shown, ...(password !== undefined && { passwordHash: 'UkVEQUNURUQ=' }) }] })
    },
    'accounts:update': async ({ idToken, password = '' }) => {
      const account = accountOf(idToken)
      if (!account) return no('TOKEN_EXPIRED')
      const refused = isWeak(password)
      if (refused) return refused
      choosePassword(account, password)
      return ok(await signIn(account))
    },
    'accounts:resetPassword': ({ oobCode = '', newPassword }) => {
      const code = codes.get(oobCode)
      if (!code) return no('INVALID_OOB_CODE')
      const { requestType, email } = code
      if (newPassword !== undefined) {
        const account = accounts.get(email)
        if (requestType !== 'PASSWORD_RESET' || !account) return no('INVALID_OOB_CODE')
        const refused = isWeak(newPassword)
        if (refused) return refused
        codes.delete(oobCode)
        choosePassword(account, newPassword)
        account.emailVerified = true
      }
      return ok({ requestType, ...(requestType === 'PASSWORD_RESET' && { email }) })
    },
    token: async ({ grant_type: grant, refresh_token: refreshToken = '' }) => {
      if (grant !== 'refresh_token') return no('INVALID_GRANT_TYPE')
      const signedIn = signIns.get(refreshToken)
      if (!signedIn) return no('INVALID_REFRESH_TOKEN')
      const { account, begunAt } = signedIn
      if (accounts.get(account.email) !== account) return no('USER_NOT_FOUND')
      if (account.disabled) return no('USER_DISABLED')
      if (account.validSince > begunAt) return no('TOKEN_EXPIRED')
      const idToken = await signToken(account, begunAt)
      const given = { id_token: idToken, access_token: idToken, expires_in: '3600', token_type: 'Bearer' }
      return ok({ ...given, refresh_token: refreshToken, user_id: account.localId })
    },
  }

  return {
    add,
    find: (email) => accounts.get(email),
    remove: (email) => void accounts.delete(email),
    protectEmails(isOn) {
      areEmailsProtected = isOn
    },
    mailsTo: (email) => mails.filter((sent) => sent.email === email),
    expireCodes: () => codes.clear(),
    answers,
  }
}

/** Returns a failure in Google's format. */
export function no(message: string, status = 400, details?: object[]): FakeAnswer {
  const errors = [{ message, reason: 'invalid', domain: 'global' }]
  return { status, body: { error: { code: status, message, errors, ...(details && { details }) } } }
}

function ok(body: object): FakeAnswer {
  return { status: 200, body }
}

function isWeak(password: string): FakeAnswer | undefined {
  return password.length < 6 ? no('WEAK_PASSWORD : Password should be at least 6 characters') : undefined
}
