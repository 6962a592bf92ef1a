import { addDays } from '#contract/core/plain-dates.ts'
import { easternDay } from '#contract/core/season.ts'
import { givenAutomatedEvent, untilMailed, uploadReport } from './automated-event.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import { interleave } from './rounds.ts'
import { startServer } from './servers.ts'

const lastWeek = addDays(easternDay(new Date()), -7)

/**
 * Measures an event with automatic credits and emails, from its report until 1,000 people have their
 * certificates by SMTP.
 */
export async function measureCrediting(house: House): Promise<Figure[]> {
  const { connection } = house
  const receiver = await startServer('mail-receiver.ts', { connection })
  const environment = { MAIL_URL: `smtp://127.0.0.1:${receiver.port}` }
  const portal = await startServer('portal.ts', { connection, works: true, environment })
  try {
    const { mailed } = await interleave({
      mailed: async (round) => {
        // Nobody is credited for two slots of the same time.
        const on = addDays(lastWeek, -round)
        const event = await givenAutomatedEvent(house, on)
        const beganAt = performance.now()
        await uploadReport(house, portal, event)
        await untilMailed(house, event)
        return { seconds: (performance.now() - beganAt) / 1000 }
      },
    })
    const shown = `${mailed.seconds.toFixed(1)} s`
    return [
      {
        what: 'From the report of 1,000 people to their certificates in the mailbox, by the automation',
        portal: shown,
        yardstick: '',
        value: mailed.seconds,
        shown,
        goal: { atMost: 600 },
      },
    ]
  } finally {
    await portal.stop()
    await receiver.stop()
  }
}
