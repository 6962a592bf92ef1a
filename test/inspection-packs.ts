import { expect } from 'vitest'
import type { InspectionPack, InspectionScope } from '#contract/office/inspections/calls.ts'
import {
  downloadInspectionPack,
  getInspectionPacks,
  makeInspectionPack,
} from '#contract/office/inspections/calls.ts'
import { runVerifier, unpackInspection } from '#server/office/inspections/inspection-unpacking.ts'
import type { TestApp } from './app.ts'
import { until } from './app.ts'

/** Makes a pack and waits until it is there. */
export async function madePack(app: TestApp, scope: InspectionScope, token: string): Promise<InspectionPack> {
  const { data } = await app.call(makeInspectionPack, { body: scope }, token)
  const find = async () => {
    const { packs } = (await app.call(getInspectionPacks, {}, token)).data
    return packs.find(({ packId }) => packId === data.packId)
  }
  await until(async () => /done|failed/.test((await find())?.state ?? ''))
  const pack = await find()
  expect(pack).toMatchObject({ state: 'done', problem: '' })
  return pack as InspectionPack
}

export async function downloadedPack(app: TestApp, packId: number, token: string): Promise<Buffer> {
  const url = `/api${downloadInspectionPack.path.replace(':packId', String(packId))}`
  const { statusCode, rawPayload, headers } = await app.request({
    url,
    headers: { authorization: `Bearer ${token}` },
  })
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/zip'])
  return rawPayload
}

/** Makes a pack. Returns its files by their paths. */
export async function unpackedPack(
  app: TestApp,
  scope: InspectionScope,
  token: string,
): Promise<Map<string, Buffer>> {
  const { packId } = await madePack(app, scope, token)
  return unpackInspection(await downloadedPack(app, packId, token))
}

/** Runs `verify.mjs` of a pack. Returns its exit code and the last line. */
export async function verdictOn(
  files: ReadonlyMap<string, Buffer>,
  ...more: Parameters<typeof runVerifier> extends [unknown, ...infer Rest] ? Rest : never
): Promise<[code: number, last: string]> {
  const { code, output } = await runVerifier(files, ...more)
  return [code, output.trim().split('\n').at(-1) ?? '']
}
