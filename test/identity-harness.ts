import type { TestApp } from './app.ts'
import { startApp, until } from './app.ts'
import { startFakeFirebase } from './fake-firebase.ts'
import { startEmulator } from './firebase-emulator.ts'

/** An identity provider with a portal in front. */
export interface IdentityHarness {
  app: TestApp
  /** Returns the codes of the links mailed to an address, newest first, once there are at least `atLeast`. */
  codesTo(email: string, purpose: Purpose, atLeast?: number): Promise<string[]>
  /** Adds an account with a verified address and a password. */
  givePassword(email: string, password: string): Promise<void>
  close(): Promise<void>
}

type Purpose = 'sign-in' | 'reset-password'

/** Every identity provider of the portal by its name; the emulator only if one is running. */
export const identityHarnesses: [name: string, open: () => Promise<IdentityHarness>][] = [
  ['the embedded provider', openEmbedded],
  ['Firebase', openFakeFirebase],
  ...(process.env.FIREBASE_EMULATOR
    ? [["Firebase's emulator", openEmulator] satisfies [string, () => Promise<IdentityHarness>]]
    : []),
]

async function openEmbedded(): Promise<IdentityHarness> {
  const { givenPassword } = await import('./given.ts')
  const app = await startApp()
  const pages = { 'sign-in': '/handle-redirect-login', 'reset-password': '/admin/reset-password' }
  return {
    app,
    codesTo: (email, purpose, atLeast) =>
      atLeastSo(atLeast, async () => {
        const mails = await app.services.db
          .selectFrom('mails')
          .select('text')
          .where('toAddress', '=', email)
          .where('status', '=', 'sent')
          .orderBy('mailId', 'desc')
          .execute()
        const pattern = new RegExp(`${pages[purpose]}#code=([\\w-]+)`)
        return mails.flatMap(({ text }) => pattern.exec(text)?.[1] ?? [])
      }),
    givePassword: (email, password) => givenPassword(app, email, password),
    close: () => app.close(),
  }
}

async function openFakeFirebase(): Promise<IdentityHarness> {
  const firebase = await startFakeFirebase()
  const app = await startApp({ environment: firebase.environment })
  const types = { 'sign-in': 'EMAIL_SIGNIN', 'reset-password': 'PASSWORD_RESET' }
  return {
    app,
    codesTo: (email, purpose, atLeast) =>
      atLeastSo(atLeast, async () =>
        firebase
          .mailsTo(email)
          .filter(({ requestType }) => requestType === types[purpose])
          .map(({ oobCode }) => oobCode),
      ),
    givePassword: async (email, password) => void firebase.add({ email, password, emailVerified: true }),
    async close() {
      await app.close()
      await firebase.close()
    },
  }
}

async function openEmulator(): Promise<IdentityHarness> {
  const emulator = await startEmulator(process.env.FIREBASE_EMULATOR ?? '')
  const app = await startApp({ environment: emulator.environment })
  const types = { 'sign-in': 'EMAIL_SIGNIN', 'reset-password': 'PASSWORD_RESET' }
  return {
    app,
    codesTo: (email, purpose, atLeast) => atLeastSo(atLeast, () => emulator.codesTo(email, types[purpose])),
    givePassword: emulator.givePassword,
    async close() {
      await app.close()
      await emulator.close()
    },
  }
}

async function atLeastSo(atLeast = 1, find: () => Promise<string[]>): Promise<string[]> {
  let found: string[] = []
  await until(async () => {
    found = await find()
    return found.length >= atLeast
  })
  return found
}
