import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Data, Endpoint, Input } from '#contract/core/endpoint.ts'
import { signInWithPassword } from '#contract/people/identity/calls.ts'
import { exchangeToken } from '#contract/people/sessions/calls.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Connection } from '#server/core/db/connection.ts'
import { hasOpenJobs } from '#server/core/jobs/queue.ts'
import { openLog } from '#server/core/log.ts'
import type { Jobs } from '#server/jobs.ts'
import { jobHandlers } from '#server/nouns.ts'
import { openServices } from '#server/open-services.ts'
import { ensureFirstAdministrator } from '#server/people/administrators/first-administrator.ts'
import { write } from '#server/work.ts'
import { uploadAttendanceFile } from '#test/attendance-uploads.ts'
import { callApp } from '#test/call-app.ts'
import { bundledVerifier } from '../verifier.ts'
import { rehearsalDomain } from './cast.ts'

/** A file that the administrator uploads. */
export interface UploadedFile {
  name: string
  text: string
}

export type Portal = Awaited<ReturnType<typeof openPortal>>

/**
 * Opens a portal on a migrated database without people, with the built-in mailbox and rooms. Its clock only
 * moves on request. It reads nothing of the environment, so nothing can leave it. `signal` ends the waiting
 * for jobs.
 */
export async function openPortal(connection: Connection, signal?: AbortSignal) {
  const administrator = {
    email: `desk@${rehearsalDomain}`,
    password: randomBytes(12).toString('base64url'),
  }
  const config = readConfig({
    MAIL_URL: 'mailbox:',
    STAFF_EMAILS: '',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
  })
  let now = Date.now()
  const { services, close } = await openServices(config, connection, {
    log: openLog(config.logLevel),
    clock: () => new Date(now),
    connections: 8,
    isPrompt: true,
    verifier: bundledVerifier,
  })
  await ensureFirstAdministrator(services)
  const app = await buildApp(services)
  services.jobs.work(jobHandlers(services))

  /** Calls an endpoint of the contract; `token`: a session's. Throws if refused. */
  async function call<E extends Endpoint>(endpoint: E, input: Input<E>, token?: string): Promise<Data<E>> {
    return (await callApp(app, endpoint, input, token)).data
  }

  /** Signs the administrator in. Their session ends after hours without a call, so each act has its own. */
  async function signIn(): Promise<string> {
    const { idToken } = await call(signInWithPassword, { body: administrator })
    return (await call(exchangeToken, { body: { authToken: idToken } })).token
  }

  return {
    services,
    call,
    /** Calls an endpoint as the administrator. */
    async administer<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<Data<E>> {
      return call(endpoint, input, await signIn())
    },
    /** Uploads a list of UTC times as a slot's report. Throws if it is refused or unreadable. */
    async upload(eventSlotId: number, { name, text }: UploadedFile): Promise<void> {
      const by = { token: await signIn() }
      const given = { eventSlotId, by, name, texts: { time_zone: 'UTC' } }
      const { body } = await uploadAttendanceFile({ request: app.inject.bind(app) as never }, text, given)
      if (!body.data?.reportId) throw new Error(`${name}: ${JSON.stringify(body)}`)
    },
    /** Downloads a file as the administrator. */
    async download(url: string) {
      return app.inject({ url, headers: { authorization: `Bearer ${await signIn()}` } })
    },
    /** Moves the clock to an instant, in milliseconds. */
    moveTo(instantMs: number): void {
      signal?.throwIfAborted()
      now = instantMs
    },
    /** Does what a portal does every few minutes. */
    sweep: () =>
      write(services, undefined, async (work) => {
        for (const job of sweeps) await work.addJobs(job, [{} as Jobs[typeof job]])
      }),
    /** Waits until no job is due or running. */
    async settled(): Promise<void> {
      while (await hasOpenJobs(services.db)) await delay(20, undefined, { signal })
    },
    async close(): Promise<void> {
      await app.close()
      await close()
    },
  }
}

/** The portal's repeated sweeps, whose due times follow the moved clock. */
const sweeps = [
  'remind',
  'sweep-attendances',
  'sweep-counts',
  'sweep-webinars',
  'sweep-confirmations',
] as const
