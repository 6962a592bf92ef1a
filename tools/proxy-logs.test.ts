import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort } from '#test/free-port.ts'

const folder = mkdtempSync(join(tmpdir(), 'proxy-logs-'))
afterAll(() => rmSync(folder, { recursive: true }))
const host = 'portal.example.com'
const tls = join(import.meta.dirname, '../test/tls')
const [open, secure, nobody] = [await freePort(), await freePort(), await freePort()]

const nginx = sample('nginx.conf')
  .replaceAll(/^ *listen \[::\].*$/gm, '')
  .replaceAll('listen 80;', `listen 127.0.0.1:${open};`)
  .replaceAll('listen 443', `listen 127.0.0.1:${secure}`)
  .replaceAll('/etc/ssl/portal.pem', `${tls}/server.pem`)
  .replaceAll('/etc/ssl/private/portal.key', `${tls}/server.key`)
  .replaceAll('/var/log/nginx', folder)
  .replaceAll('127.0.0.1:3000', `127.0.0.1:${nobody}`)
const caddy = sample('Caddyfile')
  .replace('{\n\tlog', `{\n\tadmin off\n\thttp_port ${open}\n\thttps_port ${secure}\n\tlog`)
  .replaceAll('127.0.0.1:3000', `127.0.0.1:${nobody}`)
  .replace('portal.example.com {', `portal.example.com {\n\ttls ${tls}/server.pem ${tls}/server.key`)

describe.each([
  ['caddy', ['run', '--adapter', 'caddyfile', '--config'], caddy],
  [
    'nginx',
    ['-e', `${folder}/error.log`, '-g', 'daemon off;', '-c'],
    `pid ${folder}/nginx.pid; events {} http { access_log ${folder}/access.log;\n${nginx}}`,
  ],
])('%s', (program, run, config) => {
  const isInstalled = spawnSync(program, ['-v']).error === undefined

  test.skipIf(!isInstalled)('logs no secret code, not even while the portal is away', async () => {
    writeFileSync(join(folder, program), config)
    const proxy = spawn(program, [...run, join(folder, program)], { env: { ...process.env, HOME: folder } })
    const said: string[] = []
    for (const stream of [proxy.stdout, proxy.stderr]) stream.on('data', (part) => said.push(String(part)))
    const ended = new Promise((resolve) => proxy.once('close', resolve))
    try {
      const path = '/join/1/secret-code'
      const asked = { redirect: 'manual', headers: { host } } as const
      const ask = () => fetch(`http://127.0.0.1:${open}${path}`, asked).catch(() => undefined)
      await expect.poll(ask, { timeout: 20_000 }).toBeDefined()
      expect(await statusOf(path)).toBe(502)
    } finally {
      proxy.kill()
      await ended
    }
    const logs = readdirSync(folder).filter((name) => name.endsWith('.log'))
    const logged = [...said, ...logs.map((name) => readFileSync(join(folder, name), 'utf8'))].join('')
    expect(logged.split('\n').filter((line) => line.includes('secret-code'))).toEqual([])
    expect(logged).toContain('502')
  })
})

function statusOf(path: string): Promise<number | undefined> {
  const to = { port: secure, path, servername: host, headers: { host }, rejectUnauthorized: false }
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', ...to }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end()
  })
}

function sample(name: string) {
  return readFileSync(join(import.meta.dirname, '../deploy', name), 'utf8')
}
