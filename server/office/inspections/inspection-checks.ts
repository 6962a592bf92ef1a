import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { Finding } from '#contract/counting/hours/findings.ts'
import { Figures } from '#contract/events/credit-rules/figures.ts'
import { countsOneSlot } from '#contract/events/credit-rules/versions.ts'
import { countInput, hashOfStored } from '#server/counting/credit-findings/credit-finding-input.ts'
import { checkCredits } from './inspection-credit-checks.ts'
import type { OpenedPack } from './inspection-opened.ts'
import { checkFiles, Difference, openPack } from './inspection-opened.ts'
import { checkSignature, compareKeys, openKeys } from './inspection-origin.ts'
import { EventCounting, FindingLine, fileNames } from './inspection-records.ts'
import { countAgain } from './inspection-recount.ts'

// Runs in `verify.mjs`, on an inspector's computer: no database, and no network unless asked for.

/** Checks an unpacked pack, with `isOnline` also against its portal's published keys. Throws a Difference. */
export async function checkPack(folder: string, { isOnline }: { isOnline: boolean }) {
  const pack = openPack(folder)
  const files = checkFiles(pack)
  const keys = openKeys(pack)
  const { kid, fingerprint } = checkSignature(pack, keys)
  const uncompared = isOnline ? await compareKeys(keys) : undefined
  const findings = checkFindings(pack)
  const events = await checkCountings(pack, findings)
  const { hours, compared, deleted } = checkCredits(pack, keys, findings)
  return {
    /** The checks, in sentences. */
    sentences: [
      `Compared with the manifest: ${counted(files, 'file')}.`,
      `The manifest is signed by ${kid}.`,
      `Counted again from the stored input, by the figures in rules/: ${counted(findings.length, 'finding')}.`,
      `Counted again from the reports in evidence/: ${counted(events.people, 'finding')} of ${counted(events.events, 'event')}.`,
      ...(events.deleted > 0
        ? [
            `Not counted again from reports, because the time slot was deleted afterward: ${counted(events.deleted, 'finding')}.`,
          ]
        : []),
      `Compared in credits.csv, roster.csv and the signed certificates: ${counted(hours, 'hour')} of credit.`,
      `Compared with the emails in roster.csv: ${counted(compared, 'signed certificate')}.`,
      ...(deleted > 0
        ? [`Without an email, because the account was deleted: ${counted(deleted, 'signed certificate')}.`]
        : []),
    ],
    /** The portal's address by the pack's own claim, and the fingerprint of the manifest's signing key. */
    origin: keys.origin,
    fingerprint,
    /** '': the portal publishes these keys. Otherwise why that is unknown; undefined: not asked. */
    uncompared,
  }
}

function counted(count: number, noun: string) {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Counts every finding's stored input again. */
function checkFindings(pack: OpenedPack): FindingLine[] {
  const figures = new Map<string, Figures>()
  const lines = pack
    .text(fileNames.findings)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as FindingLine)
  for (const line of lines) {
    const path = fileNames.rule(line.rule)
    const rule = figures.get(path) ?? figuresOf(pack, path)
    figures.set(path, rule)
    z.decode(FindingLine, line)
    const counted = z.encode(Finding, countInput(rule, line.input))
    // Findings from before credits had days don't say theirs.
    if (countsOneSlot(rule) && !line.finding.byDay) delete counted.byDay
    if (!isDeepStrictEqual(counted, line.finding)) {
      throw new Difference(
        `Finding ${line.findingId} of registration ${line.registrationId} says ${line.finding.hours} hours; its input gives ${counted.hours}, or other reasons.`,
      )
    }
  }
  return lines
}

function figuresOf({ json }: OpenedPack, path: string): Figures {
  return json(path, z.object({ figures: Figures })).figures
}

/**
 * Counts every event again from the received reports. Returns the numbers of events and findings, and of
 * uncountable findings.
 */
async function checkCountings(pack: OpenedPack, findings: FindingLine[]) {
  const emails = new Map(pack.rows(fileNames.roster).map((row) => [Number(row.Registration), row.Email]))
  const paths = pack.paths.filter((path) => path.startsWith('counting/'))
  const countings = paths.map((path) => ({ path, counting: pack.json(path, EventCounting) }))
  const inPack = new Set(
    countings.flatMap(({ counting }) => counting.slots.map(({ eventSlotId }) => eventSlotId)),
  )
  const deleted = findings.filter(({ isCurrent, eventSlotId }) => isCurrent && !inPack.has(eventSlotId))
  const sum = { events: 0, people: 0, deleted: deleted.length }
  for (const { path, counting } of countings) {
    for (const person of counting.people) {
      const email = emails.get(person.registrationId)
      if (email && !person.emails.includes(email)) {
        throw new Difference(
          `roster.csv says ${email} for registration ${person.registrationId}; ${path} says ${person.emails.join(', ')}.`,
        )
      }
    }
    const slotIds = new Set(counting.slots.map(({ eventSlotId }) => eventSlotId))
    const current = findings.filter(({ eventSlotId, isCurrent }) => isCurrent && slotIds.has(eventSlotId))
    const stored = new Map(current.map((line) => [line.registrationId, line]))
    const figures = (rule: string) => figuresOf(pack, fileNames.rule(rule))
    for (const { registrationId, hash, finding } of await countAgain(counting, figures, pack.bytes)) {
      const line = stored.get(registrationId)
      if (!line) {
        if (!emails.has(registrationId)) continue
        throw new Difference(`${path}: registration ${registrationId} was counted, and no finding says so.`)
      }
      if (hash !== hashOfStored(line.input)) {
        throw new Difference(
          `${path}: the reports say something else about registration ${registrationId} than the input of finding ${line.findingId}.`,
        )
      }
      if (finding.hours !== line.finding.hours) {
        throw new Difference(
          `${path}: registration ${registrationId} has ${finding.hours} hours by the reports, and ${line.finding.hours} by finding ${line.findingId}.`,
        )
      }
      stored.delete(registrationId)
      sum.people += 1
    }
    const [lost] = stored.values()
    if (lost) {
      throw new Difference(`${path}: the reports give no hours to registration ${lost.registrationId}.`)
    }
    sum.events += 1
  }
  return sum
}
