import { wireInput } from '#contract/core/endpoint.ts'
import type { InspectionScope } from '#contract/office/inspections/calls.ts'
import { downloadInspectionPack } from '#contract/office/inspections/calls.ts'
import { runVerifier, unpackInspection } from '#server/office/inspections/inspection-unpacking.ts'
import type { TestApp } from './app.ts'

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
