import { readConfig } from '#server/config.ts'
import { openLog } from '#server/core/log.ts'
import type { MailContent } from '#server/core/mail/mail-layout.ts'
import { layOutMail } from '#server/core/mail/mail-layout.ts'
import { writeMails } from '#server/foundation/mails/mails.ts'
import { openServices } from '#server/open-services.ts'
import { write } from '#server/work.ts'
import type { Figure } from './figures.ts'
import { perSecond } from './figures.ts'
import type { House } from './house.ts'
import { interleave } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const mails = 2000
const content: MailContent = {
  subject: 'You are registered: Piston IA Renewal Series 2027',
  paragraphs: [
    'Hi Pat,',
    'You are registered for South Carolina, February 9 and 10, 2027, 8:00 to 12:00 Eastern.',
  ],
}

/** Measures 2,000 mails queued together, from the commit until the mail server has the last one. */
export async function measureMailing(house: House): Promise<Figure[]> {
  const { connection } = house
  const receiver = await startServer('mail-receiver.ts', { connection })
  const url = `smtp://127.0.0.1:${receiver.port}`
  const portal = await startServer('portal.ts', { connection, works: true, environment: { MAIL_URL: url } })
  const bare = await startServer('bare-mail.ts', { connection, url })
  const queue = await openMailQueue(house)
  try {
    const { ours, theirs } = await interleave({
      ours: async (round) => {
        const beganAt = await queue.add(round)
        const sample = await untilArrived(receiver, beganAt)
        await untilSettled(house)
        return sample
      },
      theirs: async () => {
        const mail = { from: 'events@example.com', to: 'pat@example.com', ...layOutMail(content) }
        const { beganAt } = await bare.ask<{ beganAt: number }>({ mail, mails })
        return untilArrived(receiver, beganAt)
      },
    })
    const what = 'Mails of one moment, 2,000 over SMTP on this machine'
    const portalShown = perSecond(ours.perSecond)
    return [
      {
        what,
        portal: portalShown,
        yardstick: '',
        value: ours.perSecond,
        shown: portalShown,
        goal: { atLeast: 300 },
      },
      {
        what,
        portal: portalShown,
        yardstick: `${perSecond(theirs.perSecond)} nodemailer alone, with as many connections`,
        value: ours.perSecond / theirs.perSecond,
      },
    ]
  } finally {
    await queue.close()
    await bare.stop()
    await portal.stop()
    await receiver.stop()
  }
}

/** Returns a function that queues 2,000 mails with their jobs. */
export async function openMailQueue({ connection }: House) {
  const { services, close } = await openServices(readConfig({ SEASON: '2027' }), connection, {
    log: openLog('silent'),
  })
  return {
    /** Returns the commit's time, in ms. */
    async add(round: number): Promise<number> {
      const given = Array.from({ length: mails }, (_, mail) => ({
        cause: `measured:${round}:${mail}`,
        to: 'pat@example.com',
        content,
      }))
      await write(services, undefined, (work) => writeMails(work, given))
      return Date.now()
    },
    close,
  }
}

async function untilArrived(receiver: Server, beganAt: number): Promise<{ perSecond: number }> {
  const { arrivedAt } = await receiver.ask<{ arrivedAt: number }>({ mails })
  return { perSecond: (mails / (arrivedAt - beganAt)) * 1000 }
}

/** Waits until the round's remaining work is done, so that the next round does not pay for it. */
async function untilSettled({ query }: House): Promise<void> {
  for (;;) {
    const [left] = await query("select from mails where status <> 'sent' limit 1")
    if (!left) break
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await query("delete from mails where cause like 'measured:%'")
}
