import { readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { start } from './programs.ts'

const example = join(import.meta.dirname, '../../deploy/haproxy.cfg')

/** Starts HAProxy in front of some portals, with the settings of `deploy/haproxy.cfg`, without TLS. */
export async function startHaproxy(ports: number[]) {
  const port = await freePort()
  const servers = ports.map((each, index) => `  server portal${index + 1} 127.0.0.1:${each} check`)
  const settings = (await readFile(example, 'utf8'))
    .replace(/^ {2}bind .*$/gm, '')
    .replace(/^ {2}http-request redirect .*$/m, '')
    .replace(/^frontend portal$/m, `frontend portal\n  bind 127.0.0.1:${port}`)
    .replace(/(^ {2}server portal.*\n?)+/gm, `${servers.join('\n')}\n`)
    .replace(/^ {2}(log|user|group) .*$/gm, '')
    // An ordinary user has few file descriptors.
    .replace('maxconn 4000', 'maxconn 400')
  const file = join(tmpdir(), `portal-haproxy-${port}.cfg`)
  await writeFile(file, settings)
  const process = start('haproxy', ['-q', '-f', file], { stdio: 'inherit' })
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/api/health`).catch(() => undefined))?.ok) {
    if (process.exitCode !== null) throw new Error('HAProxy did not start: see the lines above')
    await delay(50)
  }
  return {
    url,
    async close() {
      process.kill('SIGKILL')
      await rm(file)
    },
  }
}
