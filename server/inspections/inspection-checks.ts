import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import { countHours } from '#contract/credits/count-hours.ts'
import { Figures } from '#contract/credits/figures.ts'
import { Finding } from '#contract/credits/findings.ts'
import { inputOf, readInput } from '#server/credit-findings/credit-finding-input.ts'
import { checkCredits } from './inspection-credit-checks.ts'
import { checkFiles, Difference, type OpenedPack, openPack } from './inspection-opened.ts'
import { checkSignature, compareKeys, openKeys } from './inspection-origin.ts'
import { FindingLine, fileNames, SlotCounting } from './inspection-records.ts'
import { countAgain } from './inspection-recount.ts'

// Runs in `verify.mjs`, on an inspector's computer: no database, and no network unless it is asked for.

/** Checks an unpacked pack, with `isOnline` also by the keys that its portal publishes. Throws a Difference. */
export async function checkPack(folder: string, { isOnline }: { isOnline: boolean }) {
  const pack = openPack(folder)
  const files = checkFiles(pack)
  const keys = openKeys(pack)
  const { kid, fingerprint } = checkSignature(pack, keys)
  const uncompared = isOnline ? await compareKeys(keys) : undefined
  const findings = checkFindings(pack)
  const slots = await checkCountings(pack, findings)
  const { hours, compared, deleted } = checkCredits(pack, keys, findings)
  return {
    /** Sentences that say what was checked. */
    sentences: [
      `Compared with the manifest: ${counted(files, 'file')}.`,
      `The manifest is signed by ${kid}.`,
      `Counted again from the stored input, by the figures in rules/: ${counted(findings.length, 'finding')}.`,
      `Counted again from the reports in evidence/: ${counted(slots.people, 'finding')} of ${counted(slots.slots, 'time slot')}.`,
      ...(slots.moved > 0
        ? [
            `Not counted again from reports, because the time slot was moved or deleted afterward: ${counted(slots.moved, 'finding')}.`,
          ]
        : []),
      `Compared in credits.csv, roster.csv and the signed certificates: ${counted(hours, 'hour')} of credit.`,
      `Compared with the emails in roster.csv: ${counted(compared, 'signed certificate')}.`,
      ...(deleted > 0
        ? [`Without an email, because the account was deleted: ${counted(deleted, 'signed certificate')}.`]
        : []),
    ],
    /** The address of the portal by the pack's own word, and the fingerprint of the key that signed the manifest. */
    ...{ origin: keys.origin, fingerprint },
    /** '': the portal publishes these keys. Else why that is not known; undefined: it was not asked. */
    uncompared,
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** Counts the stored input of every finding again. */
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
    const input = readInput(line.input)
    const counted = z.encode(Finding, countHours(rule, input.agenda, input))
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

/** Counts every slot again from the reports as received. Returns how many slots and findings, and how many of them cannot be counted. */
async function checkCountings(pack: OpenedPack, findings: FindingLine[]) {
  const emails = new Map(pack.rows(fileNames.roster).map((row) => [Number(row.Registration), row.Email]))
  const paths = pack.paths.filter((path) => path.startsWith('counting/'))
  const countings = paths.map((path) => ({ path, counting: pack.json(path, SlotCounting) }))
  const inPack = new Set(countings.map(({ counting }) => counting.eventSlotId))
  const deleted = findings.filter(({ isCurrent, eventSlotId }) => isCurrent && !inPack.has(eventSlotId))
  const sum = { slots: 0, people: 0, moved: deleted.length }
  for (const { path, counting } of countings) {
    for (const person of counting.people) {
      const email = emails.get(person.registrationId)
      if (email && !person.emails.includes(email)) {
        throw new Difference(
          `roster.csv says ${email} for registration ${person.registrationId}; ${path} says ${person.emails.join(', ')}.`,
        )
      }
    }
    const current = findings.filter(
      ({ eventSlotId, isCurrent }) => isCurrent && eventSlotId === counting.eventSlotId,
    )
    const stored = new Map(current.map((line) => [line.registrationId, line]))
    const counted = await countAgain(counting, figuresOf(pack, fileNames.rule(counting.rule)), pack.bytes)
    if (!counted && current.every((line) => isOfOtherTime(line, counting))) {
      sum.moved += current.length
      continue
    }
    for (const { registrationId, hash, finding } of counted ?? []) {
      const line = stored.get(registrationId)
      if (!line) {
        if (!emails.has(registrationId)) continue
        throw new Difference(`${path}: registration ${registrationId} was counted, and no finding says so.`)
      }
      const input = readInput(line.input)
      if (hash !== inputOf({ ...input, registrationId, note: null, subjects: [] }, input).hash) {
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
    sum.slots += 1
  }
  return sum
}

/** Returns whether a finding is of hours that the slot no longer has, because the slot was moved and not counted since. */
function isOfOtherTime({ input }: FindingLine, { agenda }: SlotCounting): boolean {
  const piecesOf = (hours: SlotCounting['agenda']) => hours.flatMap(({ pieces }) => pieces)
  const before = piecesOf(readInput(input).agenda)
  return !piecesOf(agenda).some((now) =>
    before.some(({ startAt, endAt }) => startAt < now.endAt && now.startAt < endAt),
  )
}
