import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** Returns the files of a pack by their paths. */
export async function unpackInspection(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const opened = await fromBufferPromise(zip, { lazyEntries: true })
  for await (const entry of opened.eachEntry()) {
    files.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)))
  }
  return files
}

/**
 * Writes files into a folder of their own and runs their `verify.mjs` there, with plain Node and without an environment. Returns
 * its exit code, which is 0 if everything is equal, and what it says.
 */
export async function runVerifier(
  files: ReadonlyMap<string, Buffer>,
): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-pack-'))
  try {
    for (const [path, content] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    return await new Promise((resolve) => {
      execFile(process.execPath, ['verify.mjs'], { cwd: folder, env: {} }, (problem, stdout, stderr) => {
        // A program that was killed has no code.
        const code = problem ? Number(problem.code) || 1 : 0
        resolve({ code, output: stdout + stderr })
      })
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}
