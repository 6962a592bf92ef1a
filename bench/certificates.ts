import { randomBytes } from 'node:crypto'
import { readConfig } from '#server/config.ts'
import { certificateContent } from '#server/counting/certificates/certificate-content.ts'
import type { IssuedCertificate } from '#server/counting/certificates/queries.ts'
import type { Figure } from './figures.ts'
import { ms, perSecond } from './figures.ts'
import type { House } from './house.ts'
import type { Load } from './load.ts'
import { drive, request } from './load.ts'
import { interleave } from './rounds.ts'
import type { Server } from './servers.ts'
import { startServer } from './servers.ts'

const pages = 400
const connections = 8
const probes = 500

const printed: IssuedCertificate = {
  serial: 'IA2027-000001',
  personName: 'Casey Example7',
  eventName: 'Piston IA Renewal Series 2027',
  focusId: 2,
  isInPerson: null,
  focusName: 'Piston',
  startOn: '2027-01-19',
  endOn: '2027-01-20',
  byDay: [
    { on: '2027-01-19', hours: 4 },
    { on: '2027-01-20', hours: 4 },
  ],
  hours: 8,
  issuedAt: new Date('2027-01-21T15:00:00Z'),
  withdrawnAt: null,
  replaced: [],
  courseNumber: null,
  providerName: 'IA Renewal Seminars',
  contact: null,
  signatoryName: 'Course Coordinator',
  signatoryTitle: 'Authorized representative of the training provider',
  signatureHash: null,
  credential: null,
}

/** Measures certificate downloads through HTTP against pdfkit alone, and their effect on other calls. */
export async function measureCertificates(house: House): Promise<Figure[]> {
  const code = await givenCertificate(house)
  const config = readConfig({ PUBLIC_URL: 'http://localhost:3000' })
  const content = certificateContent(printed, config, code)
  const portal = await startServer('portal.ts', { connection: house.connection })
  const pdfkit = await startServer('bare-pdf.ts', { connection: house.connection, content })
  const download = downloadOf(code)
  const downloads = Array<Buffer>(pages).fill(download)
  try {
    const { ours, theirs } = await interleave({
      ours: () => drive(portal.port, downloads, connections),
      theirs: () => drawnAlone(pdfkit),
    })
    const { drawing, idle } = await interleave({
      drawing: () => whileDrawing(portal, download, () => probe(portal)),
      idle: () => probe(portal),
    })
    return [
      {
        what: 'Certificate PDFs through HTTP',
        portal: perSecond(ours.perSecond),
        yardstick: `${perSecond(theirs.perSecond)} pdfkit alone`,
        value: ours.perSecond / theirs.perSecond,
        goal: { atLeast: 0.8 },
      },
      {
        what: 'A signed-in call while certificates are drawn: p99 in drawings of one page',
        portal: ms(drawing.p99),
        yardstick: `${ms(1000 / theirs.perSecond)} pdfkit's page; the call alone ${ms(idle.p99)}`,
        value: drawing.p99 / (1000 / theirs.perSecond),
        goal: { atMost: connections },
      },
    ]
  } finally {
    await portal.stop()
    await pdfkit.stop()
  }

  /** Loads a person's own registrations: one query, like most calls. */
  function probe(server: Server): Promise<Load> {
    const [token] = house.people as [string]
    const calls = Array<Buffer>(probes).fill(request('GET', '/api/private/get-registered-events', { token }))
    return drive(server.port, calls, 1)
  }
}

async function drawnAlone(pdfkit: Server): Promise<{ perSecond: number }> {
  const start = performance.now()
  await pdfkit.ask(pages)
  return { perSecond: (pages / (performance.now() - start)) * 1000 }
}

/** Draws certificates from before the work begins until after it ends. */
export async function whileDrawing<T>(portal: Server, download: Buffer, work: () => Promise<T>): Promise<T> {
  let isOver = false
  const drawing = (async () => {
    while (!isOver) await drive(portal.port, Array<Buffer>(50).fill(download), connections)
  })()
  const result = await work()
  isOver = true
  await drawing
  return result
}

/** Returns the call that downloads a certificate. */
export async function givenDownload(house: House): Promise<Buffer> {
  return downloadOf(await givenCertificate(house))
}

function downloadOf(code: string): Buffer {
  return request('GET', `/api/public/certificates/${code}/pdf`)
}

/** Returns the measured certificate's code; issues it on first use. */
async function givenCertificate({ query }: House): Promise<string> {
  const [issued] = await query<{ code: string }>('select code from certificates where serial = $1', [
    printed.serial,
  ])
  if (issued) return issued.code
  const code = randomBytes(16).toString('base64url')
  await query(
    `with credit as (
       insert into credits (registration_id, minutes, source, decided_by)
       select min(registration_id), 480, 'administrator', (select user_id from users where role = 'admin') from registrations
       returning *
     ), certificate as (
     insert into certificates (registration_id, credit_id, code, issue, serial, person_name, event_name, focus_id, start_on, end_on,
       hours, provider_id, issued_by)
     select registration_id, credit_id, $1, 1, $2, $3, $4, 2, '2027-01-19', '2027-01-20', 8, 1, decided_by from credit returning *
     )
     update registrations r set certificate_code = code from certificate c where c.registration_id = r.registration_id`,
    [code, printed.serial, printed.personName, printed.eventName],
  )
  return code
}
