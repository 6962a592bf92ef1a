import { createHash, createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Papa from 'papaparse'
import * as z from 'zod/mini'
import { countHours } from '#contract/credits/count-hours.ts'
import { Figures } from '#contract/credits/figures.ts'
import { Finding } from '#contract/credits/findings.ts'
import { standingCredit } from '#contract/credits/standing-credit.ts'
import { inputOf, readInput } from '#server/credit-findings/credit-finding-input.ts'
import { FindingLine, fileNames, Manifest, SlotCounting } from './inspection-records.ts'
import { countAgain } from './inspection-recount.ts'

// Runs in `verify.mjs`, on an inspector's computer: no database and no network.

/** The first thing in a pack that is not as it says, in a sentence. */
export class Difference extends Error {}

/** Checks an unpacked pack. Returns what was checked, in sentences. Throws a Difference. */
export async function checkPack(folder: string): Promise<string[]> {
  const pack = openPack(folder)
  const files = checkFiles(pack, folder)
  const signer = checkSignature(pack)
  const findings = checkFindings(pack)
  const slots = await checkCountings(pack, findings)
  const hours = checkCredits(pack, findings)
  return [
    `${files} files are as they were when the pack was made.`,
    `The manifest is signed by ${signer}.`,
    `${findings.length} findings follow from their input by the figures in rules/.`,
    `${slots.people} findings of ${slots.slots} time slots follow from the reports in evidence/.`,
    `${hours} hours of credit are the same in credits.csv, roster.csv and the signed certificates.`,
  ]
}

type Pack = ReturnType<typeof openPack>

function openPack(folder: string) {
  const bytes = (path: string): Buffer => {
    try {
      return readFileSync(join(folder, path))
    } catch {
      throw new Difference(`${path} is missing.`)
    }
  }
  const text = (path: string) => bytes(path).toString()
  return {
    bytes,
    text,
    json: (path: string) => JSON.parse(text(path)) as unknown,
    rows: (path: string) =>
      Papa.parse<Record<string, string>>(text(path).replace(/^\ufeff/, ''), {
        header: true,
        skipEmptyLines: true,
      }).data,
    paths: Object.keys(z.parse(Manifest, JSON.parse(text(fileNames.manifest))).files).sort(),
  }
}

/** Compares every file with the manifest. Returns how many there are. */
function checkFiles({ bytes, json, paths }: Pack, folder: string): number {
  const { files } = json(fileNames.manifest) as Manifest
  for (const path of paths) {
    const found = createHash('sha256').update(bytes(path)).digest('hex')
    if (found !== files[path]) {
      throw new Difference(`${path} is not the file of the manifest: its SHA-256 is ${found}.`)
    }
  }
  const known = new Set([...paths, fileNames.manifest, fileNames.signature, fileNames.keys])
  const others = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) =>
      join(parentPath, name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
  const other = others.find((path) => !known.has(path))
  if (other) throw new Difference(`${other} is not in the manifest.`)
  return paths.length
}

interface PublicKeys {
  did: string
  keys: (JsonWebKey & { kid: string })[]
}

/** Returns the payload of a signed text. Throws a Difference if no key of the pack has signed it. */
function signedPayload({ json }: Pack, path: string, jws: string): { payload: unknown; kid: string } {
  const [head = '', body = '', signature = ''] = jws.trim().split('.')
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
  const { kid } = read(head) as { kid: string }
  const key = (json(fileNames.keys) as PublicKeys).keys.find((each) => each.kid === kid)
  if (!key) throw new Difference(`${path} is signed by a key that is not in ${fileNames.keys}: ${kid}.`)
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    createPublicKey({ key, format: 'jwk' }),
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Difference(`The signature of ${path} is wrong.`)
  return { payload: read(body), kid }
}

/** Checks who has signed the manifest. Returns the key's name. */
function checkSignature(pack: Pack): string {
  const { payload, kid } = signedPayload(pack, fileNames.signature, pack.text(fileNames.signature))
  const found = createHash('sha256').update(pack.bytes(fileNames.manifest)).digest('hex')
  const { manifest } = payload as { manifest?: string }
  if (manifest !== found) throw new Difference(`${fileNames.signature} is about another manifest.`)
  return kid
}

/** Counts the stored input of every finding again. */
function checkFindings(pack: Pack): FindingLine[] {
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

function figuresOf({ json }: Pack, path: string): Figures {
  return z.parse(Figures, (json(path) as { figures: unknown }).figures)
}

/** Counts every slot again from the reports as received. */
async function checkCountings(
  pack: Pack,
  findings: FindingLine[],
): Promise<{ slots: number; people: number }> {
  const inPack = new Set(pack.rows(fileNames.roster).map((row) => Number(row.Registration)))
  const paths = pack.paths.filter((path) => path.startsWith('counting/'))
  let people = 0
  for (const path of paths) {
    const counting = z.decode(SlotCounting, pack.json(path) as z.input<typeof SlotCounting>)
    const counted = await countAgain(counting, figuresOf(pack, fileNames.rule(counting.rule)), pack.bytes)
    const current = findings.filter(
      ({ eventSlotId, isCurrent }) => isCurrent && eventSlotId === counting.eventSlotId,
    )
    const stored = new Map(current.map((line) => [line.registrationId, line]))
    for (const { registrationId, hash, finding } of counted) {
      const line = stored.get(registrationId)
      if (!line) {
        if (!inPack.has(registrationId)) continue
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
      people += 1
    }
    const [lost] = stored.values()
    if (lost) {
      throw new Difference(`${path}: the reports give no hours to registration ${lost.registrationId}.`)
    }
  }
  return { slots: paths.length, people }
}

/** Compares the hours of the roster with the decisions, the findings and the signed certificates. Returns their sum. */
function checkCredits(pack: Pack, findings: FindingLine[]): number {
  const ledgers = Map.groupBy(pack.rows(fileNames.credits), (row) => Number(row.Registration))
  const findingOf = new Map(findings.map((line) => [line.findingId, line]))
  let sum = 0
  for (const row of pack.rows(fileNames.roster)) {
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
    // An undone credit names its finding, too, with the hours of before.
    const isGiven = ledger.some(
      (row) => row.findingId === finding?.findingId && row.hours === finding.finding.hours,
    )
    if (finding && !isGiven) {
      throw new Difference(
        `Registration ${registrationId} has ${hours} hours by the rule; finding ${finding.findingId} gives ${finding.finding.hours}.`,
      )
    }
    if (row.Certificate && row.Withdrawn === 'no') checkCertificate(pack, row, hours)
    sum += hours
  }
  return sum
}

function checkCertificate(pack: Pack, row: Record<string, string>, hours: number): void {
  const path = `certificates/${row.Certificate}.jwt`
  const said = [Number(row['Certificate hours'])]
  if (pack.paths.includes(path)) {
    const { payload } = signedPayload(pack, path, pack.text(path))
    said.push((payload as { credentialSubject: { creditsEarned: number } }).credentialSubject.creditsEarned)
  }
  const other = said.find((each) => each !== hours)
  if (other !== undefined) {
    throw new Difference(
      `Certificate ${row.Certificate} is for ${other} hours; roster.csv says ${hours} for registration ${row.Registration}.`,
    )
  }
}
