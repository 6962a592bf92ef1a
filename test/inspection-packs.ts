import { expect } from 'vitest'
import { wireInput } from '#contract/core/endpoint.ts'
import type { InspectionScope } from '#contract/office/inspections/calls.ts'
import { downloadInspectionPack } from '#contract/office/inspections/calls.ts'
import { runVerifier, unpackInspection } from '#server/office/inspections/inspection-unpacking.ts'
import type { TestApp } from './app.ts'
import type { Person } from './given.ts'
import { givenCredit } from './given.ts'
import * as held from './held-slot.ts'

/** The verdict on an unchanged pack, without a look at its origin. */
export const equal = [3, expect.stringMatching(/^Equal, but the origin was not checked: /)]

/** Returns two people of the held slot: one with all hours and a certificate, and one who left early. */
export async function givenCountedPeople(): Promise<{ full: Person; short: Person }> {
  const [full, short] = [await held.givenRegistered(), await held.givenRegistered()]
  await held.upload(
    [held.row(full.email, '08:00', '12:00'), held.row(short.email, '08:00', '11:10')].join('\n'),
  )
  await givenCredit(held.app, held.administrator, await held.idOf(full), 4)
  await held.app.untilJobsAreDone()
  return { full, short }
}

/** Downloads a pack. Returns the bytes of the zip file. Throws if the portal refuses. */
export async function downloadedPack(app: TestApp, scope: InspectionScope, token: string): Promise<Buffer> {
  const { statusCode, rawPayload } = await requestedPack(app, scope, token)
  if (statusCode !== 200) throw new Error(rawPayload.toString())
  return rawPayload
}

/** Asks for a pack. Returns the answer as it came. */
export function requestedPack(app: TestApp, scope: InspectionScope, token: string) {
  const { query = {} } = wireInput(downloadInspectionPack, { query: scope })
  return app.request({
    url: `/api${downloadInspectionPack.path}`,
    query: Object.fromEntries(
      Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ),
    headers: { authorization: `Bearer ${token}` },
  })
}

/** Downloads a pack. Returns its files by their paths. */
export async function unpackedPack(
  app: TestApp,
  scope: InspectionScope,
  token: string,
): Promise<Map<string, Buffer>> {
  return unpackInspection(await downloadedPack(app, scope, token))
}

/** Runs `verify.mjs` of a pack. Returns its exit code and the last line. */
export async function verdictOn(
  files: ReadonlyMap<string, Buffer>,
  ...more: Parameters<typeof runVerifier> extends [unknown, ...infer Rest] ? Rest : never
): Promise<[code: number, last: string]> {
  const { code, output } = await runVerifier(files, ...more)
  return [code, output.trim().split('\n').at(-1) ?? '']
}
