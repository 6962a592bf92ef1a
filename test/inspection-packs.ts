import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import { fromBufferPromise } from 'yauzl'
import {
  downloadInspectionPack,
  getInspectionPacks,
  type InspectionPack,
  type InspectionScope,
  makeInspectionPack,
} from '#contract/inspections/calls.ts'
import { type TestApp, until } from './app.ts'

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

/** Returns the files of a zip file by their paths. */
export async function unzipped(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const opened = await fromBufferPromise(zip, { lazyEntries: true })
  for await (const entry of opened.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await opened.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    files.set(entry.fileName, Buffer.concat(chunks))
  }
  return files
}

/** Unpacks files into a folder of their own and runs their `verify.mjs` there, with plain Node and without an environment. */
export async function verified(
  files: ReadonlyMap<string, Buffer>,
): Promise<{ code: number; output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'portal-pack-'))
  try {
    for (const [path, content] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
    return await new Promise((resolve) => {
      execFile(process.execPath, ['verify.mjs'], { cwd: folder, env: {} }, (problem, stdout, stderr) =>
        resolve({ code: problem ? Number(problem.code) : 0, output: stdout + stderr }),
      )
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
