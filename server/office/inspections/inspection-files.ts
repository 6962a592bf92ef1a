import Papa from 'papaparse'
import type * as z from 'zod/mini'
import { writtenByDay } from '#contract/events/slots/hours-by-day.ts'
import { shownTimeslot } from '#contract/events/slots/times.ts'
import { standingCredit } from '#contract/ledger/credits/standing-credit.ts'
import { getFileOf as getDecisionFile } from '#server/attendance/attendance-decisions/queries.ts'
import { getSources } from '#server/attendance/attendances/queries.ts'
import { getSheetFile } from '#server/attendance/sign-in-sheets/queries.ts'
import { drawableCertificate } from '#server/counting/certificates/certificate-content.ts'
import type { CertificatePrinter } from '#server/counting/certificates/certificate-pdf.ts'
import { getFileOf as getReviewFile } from '#server/counting/credit-reviews/queries.ts'
import type { Db, Services } from '#server/services.ts'
import { exceptionCells } from './inspection-exceptions.ts'
import type { InspectionFacts } from './inspection-facts.ts'
import { recordsPage } from './inspection-page.ts'
import type { EventCounting } from './inspection-records.ts'
import { creditColumns, exceptionColumns, fileNames, rosterColumns } from './inspection-records.ts'
import { explanation, nameOf, readme } from './inspection-words.ts'
import type { PackFile } from './inspection-zip.ts'

export interface InspectionRecords {
  /** In words. */
  scope: string
  facts: InspectionFacts
  countings: z.input<typeof EventCounting>[]
  /** The portal's address, and the fingerprint of the pack's signing key. */
  origin: string
  fingerprint: string
}

/** A pack's other sources. */
interface Sources extends Pick<Services, 'config'> {
  /** The snapshot of the records. */
  db: Db
  printer: Pick<CertificatePrinter, 'draw'>
  /** `verify.mjs`. */
  verifier: string
}

/** Returns the name of a report's file in a pack. */
export function reportFile({ sha256, isFile, originName }: InspectionFacts['reports'][number]): string {
  return `evidence/${sha256}.${isFile ? extensionOf(originName) : 'json'}`
}

/** Returns a pack's files by path, without its manifest and signature. */
export function packFiles(
  { scope, facts, countings, ...signer }: InspectionRecords,
  { db, config, printer, verifier }: Sources,
): PackFile[] {
  const { registrations, credits, findings, reports, sheets, decisions, reviews, rules, providers } = facts
  const files = new Map<string, PackFile['make']>()
  const certificates = registrations.filter(({ serial, isValid }) => serial !== null && isValid)
  for (const { serial, code, jws } of certificates) {
    files.set(`certificates/${serial}.pdf`, async () =>
      printer.draw(await drawableCertificate({ db, config }, code as string)),
    )
    if (jws) files.set(`certificates/${serial}.jwt`, () => jws)
  }
  const creditsOf = Map.groupBy(credits, ({ registrationId }) => registrationId)
  const findingsOf = Map.groupBy(findings, ({ registrationId }) => registrationId)
  for (const registration of registrations) {
    const { registrationId } = registration
    const about = {
      credits: creditsOf.get(registrationId) ?? [],
      findings: findingsOf.get(registrationId) ?? [],
    }
    files.set(`explanations/${registrationId}.txt`, () => explanation(registration, about))
  }
  for (const report of reports) {
    files.set(reportFile(report), async () => (await getSources(db, report.reportId)).bytes)
  }
  for (const { sha256, fileName, sheetId } of sheets) {
    files.set(sheetFile(sha256, fileName), async () => (await getSheetFile(db, sheetId)).file)
  }
  for (const { sha256, fileName, decisionId } of decisions) {
    if (sha256)
      files.set(sheetFile(sha256, fileName), async () => (await getDecisionFile(db, decisionId)).file)
  }
  for (const { sha256, fileName, reviewId } of reviews) {
    if (sha256) files.set(sheetFile(sha256, fileName), async () => (await getReviewFile(db, reviewId)).file)
  }
  for (const rule of rules) files.set(fileNames.rule(rule.name), () => json(rule))
  for (const counting of countings) files.set(fileNames.counting(counting.eventId), () => json(counting))
  const credited = registrations.filter(({ hours }) => hours > 0)
  const summary = {
    people: registrations.length,
    credited: credited.length,
    hours: credited.reduce((sum, { hours }) => sum + hours, 0),
    certificates: certificates.length,
    reports: reports.length,
  }
  files.set('README.txt', () => readme(scope, summary, signer))
  files.set('index.html', () => recordsPage(facts, { scope, summary }))
  files.set('agendas.json', () => json(facts.agendas))
  files.set(fileNames.credits, () => csv(creditColumns, credits.map(creditCells)))
  files.set('decisions.csv', () => csv(decisionColumns, decisions.map(decisionCells)))
  files.set('evidence.csv', () => csv(evidenceColumns, evidenceCells(facts)))
  files.set('exceptions.csv', () => csv(exceptionColumns, exceptionCells(facts)))
  files.set(fileNames.findings, () => findings.map((line) => `${JSON.stringify(line)}\n`).join(''))
  files.set('provider.json', () => json(providers))
  files.set('reviews.csv', () => csv(reviewColumns, reviews.map(reviewCells)))
  files.set(fileNames.roster, () => csv(rosterColumns, rosterCells(facts)))
  files.set('verify.mjs', () => verifier)
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1)).map(([path, make]) => ({ path, make }))
}

function json(content: unknown) {
  return `${JSON.stringify(content, undefined, 2)}\n`
}

type Cell = string | number | Date | null

/**
 * Returns a CSV file for Excel: UTF-8 with a byte order mark. No cell runs as a formula. Instants are ISO
 * 8601 in UTC.
 */
function csv(columns: readonly string[], rows: readonly (readonly Cell[])[]) {
  const cells = rows.map((row) => row.map((cell) => (cell instanceof Date ? cell.toISOString() : cell)))
  return `\ufeff${Papa.unparse({ fields: [...columns], data: cells }, { escapeFormulae: true })}\r\n`
}

function rosterCells({ registrations, credits, earlierEmails }: InspectionFacts): Cell[][] {
  const creditsOf = Map.groupBy(credits, ({ registrationId }) => registrationId)
  return registrations.map((held) => {
    const standing = standingCredit(creditsOf.get(held.registrationId) ?? [])
    return [
      held.registrationId,
      nameOf(held),
      held.email,
      held.eventName,
      shownTimeslot(held),
      held.registeredAt,
      held.cancelledAt,
      held.hours,
      held.creditedDays && writtenByDay(held.creditedDays),
      standing ? (standing.rule ?? standing.decidedBy ?? 'An administrator') : null,
      held.serial,
      held.certificateHours,
      held.issuedAt,
      held.serial === null ? null : held.isValid ? 'no' : 'yes',
      earlierEmails.get(held.registrationId) ?? null,
    ]
  })
}

function creditCells(credit: InspectionFacts['credits'][number]): Cell[] {
  const { creditId, registrationId, act, source, hours, rule, findingId, reason } = credit
  return [
    creditId,
    registrationId,
    act,
    source,
    hours,
    rule,
    findingId,
    reason,
    credit.decidedBy,
    credit.decidedAt,
  ]
}

const decisionColumns = [
  'Decision',
  'Time slot',
  'Act',
  'About',
  'Registrations',
  'From',
  'To',
  'Reason',
  'File',
  'Decided by',
  'Decided',
]

function decisionCells(decision: InspectionFacts['decisions'][number]): Cell[] {
  const { decisionId, eventSlotId, act, subject, registrationIds, fromAt, toAt, reason } = decision
  return [
    decisionId,
    eventSlotId,
    act,
    subject,
    registrationIds.join(' '),
    fromAt,
    toAt,
    reason,
    decision.sha256 && sheetFile(decision.sha256, decision.fileName),
    decision.decidedBy,
    decision.decidedAt,
  ]
}

const reviewColumns = [
  'Review',
  'Registration',
  'Time slot',
  'Hours asked about',
  'Words',
  'File',
  'Asked',
  'Hours given',
  'Answer',
  'Answered by',
  'Answered',
]

function reviewCells(review: InspectionFacts['reviews'][number]): Cell[] {
  const { reviewId, registrationId, eventSlotId, hourNumbers, asked, askedAt } = review
  return [
    reviewId,
    registrationId,
    eventSlotId,
    hourNumbers.join(' '),
    asked,
    review.sha256 && sheetFile(review.sha256, review.fileName),
    askedAt,
    review.hours,
    review.answered,
    review.answeredBy,
    review.answeredAt,
  ]
}

const origins = { upload: 'uploaded', platform: 'webinar platform', door: 'check-ins' }

const evidenceColumns = ['File', 'What', 'Time slot', 'Name', 'From', 'Received', 'Repeats report']

function evidenceCells({ reports, sheets, decisions, reviews }: InspectionFacts): Cell[][] {
  return [
    ...reports.map((report) => [
      reportFile(report),
      `Report ${report.reportId}, ${origins[report.origin]}`,
      report.eventSlotId,
      report.originName,
      report.from,
      report.receivedAt,
      report.repeatsReportId,
    ]),
    ...sheets.map(({ sha256, fileName, sheetId, eventSlotId, uploadedBy, uploadedAt }) => [
      sheetFile(sha256, fileName),
      `Sign-in sheet ${sheetId}`,
      eventSlotId,
      fileName,
      uploadedBy,
      uploadedAt,
      null,
    ]),
    ...decisions.flatMap(({ sha256, fileName, decisionId, eventSlotId, decidedBy, decidedAt }) =>
      sha256
        ? [
            [
              sheetFile(sha256, fileName),
              `Decision ${decisionId}`,
              eventSlotId,
              fileName,
              decidedBy,
              decidedAt,
              null,
            ],
          ]
        : [],
    ),
    ...reviews.flatMap(({ sha256, fileName, reviewId, eventSlotId, askedAt }) =>
      sha256
        ? [
            [
              sheetFile(sha256, fileName),
              `Review ${reviewId}`,
              eventSlotId,
              fileName,
              'The technician',
              askedAt,
              null,
            ],
          ]
        : [],
    ),
  ]
}

function sheetFile(sha256: string, fileName: string) {
  return `evidence/${sha256}.${extensionOf(fileName)}`
}

const evidenceExtension = /\.(pdf|png|jpe?g|gif|webp|tiff?|hei[cf]|avif|csv|tsv|txt|xlsx)$/i

/** Returns a file name's extension, unless an inspector's computer could run the file. */
function extensionOf(fileName: string) {
  return evidenceExtension.exec(fileName)?.[1]?.toLowerCase() ?? 'bin'
}
