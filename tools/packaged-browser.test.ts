import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompressSync } from 'node:zlib'
import { create } from 'tar'
import { afterEach, beforeEach, expect, test } from 'vitest'

const tools = import.meta.dirname
const run = promisify(execFile)

/** A copy of this project's layout, whose npm installs a small package instead of the real one of 67 MB. */
let root: string
let cache: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'a packaged browser '))
  cache = join(root, 'node_modules', '.cache')
  for (const name of ['packaged-browser.ts', 'packaged-browser']) {
    await cp(join(tools, name), join(root, 'tools', name), { recursive: true })
  }
  await mkdir(cache, { recursive: true })
  await symlink(join(tools, '../node_modules/tar'), join(root, 'node_modules', 'tar'))
  await pack()
})

afterEach(() => rm(root, { recursive: true }))

test.skipIf(`${process.platform}-${process.arch}` !== 'linux-x64')(
  'two downloads at the same time both get the whole browser, which starts with its own libraries and fonts (on Linux, x64)',
  async () => {
    await setNpm(
      'mkdir -p "$3/node_modules/@sparticuz/chromium"\ncp -r "$PACKED" "$3/node_modules/@sparticuz/chromium/bin"',
    )
    const paths = await Promise.all([fetch(), fetch()])
    const [name = ''] = await readdir(cache)
    const folder = join(cache, name)
    expect(paths).toEqual([join(folder, 'chromium.sh'), join(folder, 'chromium.sh')])
    expect(await readdir(cache)).toEqual([name])

    const { stdout } = await run(join(folder, 'chromium.sh'), ['--headless', 'a page'])
    expect(stdout.split('\n')).toEqual([
      join(folder, 'lib'),
      join(folder, 'fonts.conf'),
      '--headless',
      'a page',
      '',
    ])
    expect(await readFile(join(folder, 'fonts.conf'), 'utf8')).not.toBe('theirs')
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['fonts', 'lib', 'libEGL.so']))
    // An installed browser is not downloaded again.
    await setNpm('exit 1')
    expect(await fetch()).toBe(paths[0])
  },
)

test.each([
  ['npm cannot get it', 'mkdir -p "$3/node_modules"\nexit 1'],
  ['npm brings something else', 'mkdir -p "$3/node_modules/@sparticuz/chromium/bin"'],
])('if %s, nothing of it is left', async (_, script) => {
  await setNpm(script)
  expect(await fetch()).toBe('undefined')
  expect(await readdir(cache)).toEqual([])
})

async function fetch(): Promise<string> {
  const script = `import { fetchPackagedBrowser } from '${join(root, 'tools/packaged-browser.ts')}'; console.log(await fetchPackagedBrowser())`
  const env = { PATH: `${join(root, 'bin')}:${process.env.PATH}`, PACKED: join(root, 'packed') }
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env })
  return stdout.trimEnd().split('\n').at(-1) ?? ''
}

async function setNpm(script: string): Promise<void> {
  await mkdir(join(root, 'bin'), { recursive: true })
  await writeFile(join(root, 'bin', 'npm'), `#!/bin/sh\n${script}\n`)
  await chmod(join(root, 'bin', 'npm'), 0o755)
}

async function pack(): Promise<void> {
  const loose = join(root, 'loose')
  const packed = join(root, 'packed')
  for (const folder of [packed, join(loose, 'lib'), join(loose, 'fonts')])
    await mkdir(folder, { recursive: true })
  for (const file of ['lib/libnss3.so', 'libEGL.so', 'fonts/a.ttf']) await writeFile(join(loose, file), file)
  await writeFile(join(loose, 'fonts.conf'), 'theirs')
  const archives = {
    'al2023.tar': ['lib'],
    'swiftshader.tar': ['libEGL.so'],
    'fonts.tar': ['fonts.conf', 'fonts'],
  }
  for (const [name, entries] of Object.entries(archives)) {
    const archive = create({ cwd: loose, sync: true }, entries).read() as Buffer
    await writeFile(join(packed, `${name}.br`), brotliCompressSync(archive))
  }
  const program = '#!/bin/sh\nprintf "%s\\n" "$LD_LIBRARY_PATH" "$FONTCONFIG_FILE" "$@"\n'
  await writeFile(join(packed, 'chromium.br'), brotliCompressSync(Buffer.from(program)))
}
