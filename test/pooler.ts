import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '#server/core/db/connection.ts'
import { until } from './app.ts'
import type { ClusterAddress } from './database.ts'
import { startDatabaseProxy } from './database-proxy.ts'
import { freePort } from './free-port.ts'

const path = `${process.env.PATH}:/usr/sbin`

/** Whether PgBouncer is installed, with a user to run it as: it refuses root. */
export const hasPooler =
  spawnSync('pgbouncer', ['--version'], { env: { PATH: path } }).status === 0 &&
  (process.getuid?.() !== 0 || idOfNobody() !== undefined)

/** Starts PgBouncer in transaction mode in front of a database. */
export async function startPooler(database: ClusterAddress & { database: string }) {
  // PgBouncer's user cannot enter root's socket folders.
  const proxy = await startDatabaseProxy(database)
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'))
  await chmod(folder, 0o755)
  const port = await freePort()
  await writeFile(join(folder, 'users'), `"${database.user}" ""\n`)
  await writeFile(
    join(folder, 'settings'),
    `[databases]
* = host=127.0.0.1 port=${proxy.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${join(folder, 'users')}
pool_mode = transaction
default_pool_size = 3
max_client_conn = 100
`,
  )
  const nobody = idOfNobody()
  const isRoot = process.getuid?.() === 0
  const pooler = spawn('pgbouncer', ['-q', join(folder, 'settings')], {
    env: { PATH: path },
    stdio: 'ignore',
    ...(isRoot && nobody !== undefined && { uid: nobody, gid: nobody }),
  })
  await until(() => isListening(port))
  const connection: Connection = { ...database, host: '127.0.0.1', port, isPooled: true }
  return {
    connection,
    url: `postgres://${database.user}@127.0.0.1:${port}/${database.database}`,
    async close() {
      const gone = once(pooler, 'exit')
      pooler.kill('SIGKILL')
      await gone
      await proxy.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}

function idOfNobody(): number | undefined {
  const { status, stdout } = spawnSync('id', ['-u', 'nobody'], { encoding: 'utf8' })
  return status === 0 ? Number(stdout) : undefined
}
