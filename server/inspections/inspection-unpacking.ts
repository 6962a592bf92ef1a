import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fromBufferPromise } from 'yauzl'

/** Unpacks a pack and runs its `verify.mjs` as an inspector would. Returns its last sentence, and whether everything is equal. */
export async function verifyUnpacked(zip: Buffer): Promise<{ verdict: string; isAsExpected: boolean }> {
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
