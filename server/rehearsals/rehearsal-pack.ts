import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'
import { getInspectionPacks, makeInspectionPack } from '#contract/inspections/calls.ts'
import type { RehearsalResult } from '#contract/rehearsals/calls.ts'
import { readPieces } from '#server/inspections/queries.ts'
import type { Services } from '#server/services.ts'
import type { RehearsalClient } from './rehearsal-client.ts'

/** Makes the inspection pack of an event, unpacks it, and runs its `verify.mjs` as an inspector would. */
export async function rehearsedPack(
  { db }: Pick<Services, 'db'>,
  client: RehearsalClient,
  { eventId, token, settled }: { eventId: number; token: string; settled: () => Promise<void> },
): Promise<RehearsalResult['pack']> {
  const { packId } = await client.call(makeInspectionPack, { body: { eventId } }, token)
  await settled()
  const { packs } = await client.call(getInspectionPacks, {}, token)
  const pack = packs.find((each) => each.packId === packId)
  if (!pack?.made) return { sha256: '', verdict: pack?.problem ?? '', isAsExpected: false }
  const { sha256 } = pack.made
  const zip = await buffer(readPieces(db, packId))
  if (createHash('sha256').update(zip).digest('hex') !== sha256)
    return { sha256, verdict: 'The stored file is another one.', isAsExpected: false }
  return { sha256, ...(await verified(zip)) }
}

async function verified(zip: Buffer): Promise<{ verdict: string; isAsExpected: boolean }> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-pack-'))
  try {
    const opened = await fromBufferPromise(zip, { lazyEntries: true })
    for await (const entry of opened.eachEntry()) {
      const path = join(folder, entry.fileName)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, await opened.openReadStreamPromise(entry))
    }
    return await new Promise((resolve) => {
      execFile(process.execPath, ['verify.mjs'], { cwd: folder, env: {} }, (problem, stdout, stderr) =>
        resolve({ verdict: (stdout || stderr).trim().split('\n').at(-1) ?? '', isAsExpected: !problem }),
      )
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}
