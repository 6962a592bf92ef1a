import * as z from 'zod/mini'
import { standingCredit } from '#contract/ledger/credits/standing-credit.ts'
import { holderOf, isHolder } from '#server/counting/certificates/certificate-holder.ts'
import type { OpenedPack } from './inspection-opened.ts'
import { Difference } from './inspection-opened.ts'
import type { PackKeys } from './inspection-origin.ts'
import { signedPayload } from './inspection-origin.ts'
import type { FindingLine } from './inspection-records.ts'
import { earlierEmail, fileNames } from './inspection-records.ts'

// Runs in `verify.mjs`, on an inspector's computer: no database.

type Row = Record<string, string>

const Credential = z.object({ id: z.string(), credentialSubject: z.object({ creditsEarned: z.number() }) })

/**
 * Compares the roster's hours with the decisions, the findings and the signed certificates, and its emails
 * with the certificates' holders. Returns the sum of the hours, and how many credentials were compared or
 * belong to deleted accounts.
 */
export function checkCredits(pack: OpenedPack, keys: PackKeys, findings: FindingLine[]) {
  const ledgers = Map.groupBy(pack.rows(fileNames.credits), (row) => Number(row.Registration))
  const findingOf = new Map(findings.map((line) => [line.findingId, line]))
  const roster = pack.rows(fileNames.roster)
  const sum = { hours: 0, compared: 0, deleted: 0 }
  for (const row of roster) {
    const registrationId = Number(row.Registration)
    const ledger = (ledgers.get(registrationId) ?? []).map((credit) => ({
      act: credit.Act as 'set' | 'release',
      source: credit.Source as 'administrator' | 'csv' | 'attendance',
      hours: Number(credit.Hours),
      findingId: Number(credit.Finding),
    }))
    const standing = standingCredit(ledger)
    const hours = Number(row.Hours)
    if (hours !== (standing?.hours ?? 0)) {
      throw new Difference(
        `roster.csv says ${hours} hours for registration ${registrationId}; credits.csv says ${standing?.hours ?? 0}.`,
      )
    }
    const finding = standing?.source === 'attendance' ? findingOf.get(standing.findingId) : undefined
    // An undone credit names its finding, too, with the earlier hours.
    const isGiven = ledger.some(
      (row) => row.findingId === finding?.findingId && row.hours === finding.finding.hours,
    )
    if (finding && !isGiven) {
      throw new Difference(
        `Registration ${registrationId} has ${hours} hours by the rule; finding ${finding.findingId} gives ${finding.finding.hours}.`,
      )
    }
    sum.hours += hours
    if (!row.Certificate || row.Withdrawn !== 'no') continue
    checkHours(row, Number(row['Certificate hours']))
    const path = `certificates/${row.Certificate}.jwt`
    // Certificates from before credentials are signed one by one.
    if (!pack.paths.includes(path)) continue
    const { payload } = signedPayload(keys, path, pack.text(path))
    const { data } = z.safeParse(Credential, payload)
    if (!data?.id.endsWith(`#${row.Certificate}`)) throw new Difference(`${path} is of another certificate.`)
    checkHours(row, data.credentialSubject.creditsEarned)
    if (checkHolder(row, roster, payload)) sum.compared += 1
    else sum.deleted += 1
  }
  return sum
}

function checkHours({ Registration, Hours, Certificate }: Row, hours: number) {
  if (hours === Number(Hours)) return
  throw new Difference(
    `Certificate ${Certificate} is for ${hours} hours; roster.csv says ${Hours} for registration ${Registration}.`,
  )
}

/**
 * Checks that a certificate was issued to its row's person. Returns false for a deleted account, whose email
 * is unknown.
 */
function checkHolder(row: Row, roster: readonly Row[], credential: unknown) {
  const holder = holderOf(credential)
  const isOf = ({ Email, [earlierEmail]: earlier }: Row) =>
    holder !== undefined && [Email, earlier].some((email) => email && isHolder(holder, email))
  if (!row.Email) return false
  if (isOf(row)) return true
  const other = roster.find(isOf)
  const to = other ? `${nameOf(other)}, registration ${other.Registration}` : 'another email'
  throw new Difference(
    `Certificate ${row.Certificate} was issued to ${to}; roster.csv says ${nameOf(row)}, registration ${row.Registration}.`,
  )
}

function nameOf({ Name, Email }: Row) {
  return `${Name} (${Email})`
}
