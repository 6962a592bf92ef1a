import { cpuOf } from './cpu.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import { interleave } from './rounds.ts'
import { startServer } from './servers.ts'

const people = 500
const connections = 32

/**
 * Measures the CPU time of 500 sign-ins by link, 32 at a time: of the process and PostgreSQL together. Jobs
 * are written but not run. The people have signed in before, like most at the opening of a season.
 */
export async function measureSigningIn(house: House): Promise<Figure[]> {
  const portal = await startServer('portal.ts', { connection: house.connection })
  const emails = Array.from({ length: people }, (_, number) => `person${number + 1}@example.com`)
  const post = async (path: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${portal.port}/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as { data: { idToken: string } }
  }
  const cpuEach = async (act: (email: string) => Promise<unknown>) => {
    const waiting = [...emails]
    const lane = async () => {
      for (let email = waiting.pop(); email; email = waiting.pop()) await act(email)
    }
    const cpu = await cpuOf(house, portal, () => Promise.all(Array.from({ length: connections }, lane)))
    return { server: cpu.server / people, database: cpu.database / people }
  }
  try {
    const { season } = await interleave({
      season: async () => {
        const sending = await cpuEach((email) => post('/identity/send-sign-in-link', { email }))
        const codes = await takeCodes(house)
        const signingIn = await cpuEach(async (email) => {
          const { data } = await post('/identity/sign-in-with-link', { email, code: codes.get(email) })
          await post('/public/exchange-token', { authToken: data.idToken })
        })
        return {
          sends: sending.server,
          sendsIn: sending.database,
          signs: signingIn.server,
          signsIn: signingIn.database,
        }
      },
    })
    return [
      figureOf('Sending a sign-in link', season.sends, season.sendsIn),
      {
        ...figureOf('Signing in: redeeming a link and starting a session', season.signs, season.signsIn),
        goal: { atMost: 2 },
      },
    ]
  } finally {
    await portal.stop()
  }
}

/** Returns the code in each address's mail, and deletes the mails. */
async function takeCodes({ query }: House): Promise<Map<string, string>> {
  const mails = await query<{ to_address: string; code: string }>(
    `delete from mails where is_secret returning to_address, substring(text from '#code=([^\\s]+)') as code`,
  )
  return new Map(mails.map(({ to_address, code }) => [to_address, code]))
}

function figureOf(what: string, server: number, database: number): Figure {
  const shown = `${(server + database).toFixed(2)} ms`
  return {
    what: `${what}: CPU time`,
    portal: shown,
    yardstick: `${server.toFixed(2)} ms the process, ${database.toFixed(2)} ms PostgreSQL`,
    value: server + database,
    shown,
  }
}
