import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { fromBufferPromise } from 'yauzl'

/** Returns a pack's files by path. */
export async function unpackInspection(zip: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const opened = await fromBufferPromise(zip, { lazyEntries: true })
  for await (const entry of opened.eachEntry()) {
    files.set(entry.fileName, await buffer(await opened.openReadStreamPromise(entry)))
  }
  return files
}

interface Options {
  /** The program's arguments: `--online` compares the keys with the published ones. */
  given?: string[]
  /** The Node that runs it; this one by default. */
  node?: string
  /** Changes the folder before the program runs. */
  change?: (folder: string) => Promise<unknown>
}

/**
 * Writes files into their own folder and runs their `verify.mjs` there, with plain Node and without an
 * environment. Returns its exit code (see `exitCodes`) and its output.
 */
export async function runVerifier(
  files: ReadonlyMap<string, Buffer>,
  { given = [], node = process.execPath, change = async () => {} }: Options = {},
): Promise<{ code: number; output: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-pack-'))
  try {
    for (const [path, content] of files) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    await change(folder)
    return await new Promise((resolve) => {
      execFile(node, ['verify.mjs', ...given], { cwd: folder, env: {} }, (problem, stdout, stderr) => {
        // A killed program has no code.
        const code = problem ? Number(problem.code) || 1 : 0
        resolve({ code, output: stdout + stderr })
      })
    })
  } finally {
    await rm(folder, { recursive: true })
  }
}
