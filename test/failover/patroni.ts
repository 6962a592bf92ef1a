import type { ChildProcess } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../free-port.ts'
import { giveAway, postgresPrograms, start } from './programs.ts'

/** One of the two servers. */
export interface Node {
  name: string
  port: number
  /** The port of Patroni's own API. */
  restPort: number
  folder: string
  patroni: ChildProcess | undefined
}

/** Two PostgreSQLs under Patroni, one the synchronous standby of the other, with one etcd. */
export interface PatroniCluster {
  nodes: Node[]
  /** An ordinary role that owns the database; its password is in `passwordFile`. */
  role: string
  passwordFile: string
  /** Returns the node that accepts writes, once there is one. */
  primary(): Promise<Node>
  /** Returns the login for queries. */
  login(node: Node): pg.ClientConfig
  /** Kills a node's PostgreSQL and Patroni. */
  kill(node: Node): Promise<void>
  /** Restarts a node as standby; waits until commits wait for it. */
  revive(node: Node): Promise<void>
  close(): Promise<void>
}

const password = 'correct horse battery'
const role = 'portal'

/** Starts them. `onClose` gets the clean-up functions before anything is awaited, so an interrupted start leaves nothing. */
export async function startPatroniCluster(
  onClose: (close: () => Promise<void>) => void,
): Promise<PatroniCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-cluster-'))
  giveAway(folder)
  const etcd = await startEtcd(folder)
  const nodes: Node[] = []
  for (const name of ['a', 'b']) {
    const node = { name, port: await freePort(), restPort: await freePort(), patroni: undefined }
    nodes.push({ ...node, folder: join(folder, name) })
  }
  for (const node of nodes) {
    await mkdir(node.folder, { mode: 0o700 })
    giveAway(node.folder)
    await writeFile(join(node.folder, 'patroni.json'), JSON.stringify(settingsOf(node, etcd.port)))
  }
  // Outside of the folder given to another user, because the portals read it.
  const passwordFile = `${folder}.password`
  await writeFile(passwordFile, `${password}\n`, { mode: 0o600 })

  const superuser = (node: Node) => ({ host: '127.0.0.1', port: node.port, user: 'postgres', password })
  const cluster: PatroniCluster = {
    nodes,
    role,
    passwordFile,
    login: (node) => ({ ...superuser(node), user: role, database: role }),
    primary: () => first(nodes, async (node) => isPrimary(superuser(node))),
    async kill(node) {
      const pidFile = await readFile(join(node.folder, 'data', 'postmaster.pid'), 'utf8')
      node.patroni?.kill('SIGKILL')
      process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
      node.patroni = undefined
    },
    async revive(node) {
      startPatroni(node)
      await untilSynchronous(node)
    },
    async close() {
      for (const node of nodes) node.patroni?.kill('SIGTERM')
      for (const node of nodes) await cluster.kill(node).catch(() => {})
      etcd.process.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
      await rm(passwordFile, { force: true })
    },
  }
  onClose(cluster.close)
  const [one, other] = nodes as [Node, Node]
  startPatroni(one)
  const primary = await cluster.primary()
  await ask(superuser(primary), `create role ${role} login password '${password}'`)
  await ask(superuser(primary), `create database ${role} owner ${role}`)
  await cluster.revive(other)
  return cluster
}

async function startEtcd(folder: string) {
  const [port, peerPort] = [await freePort(), await freePort()]
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const process = start('etcd', [
    '--name',
    'drill',
    '--data-dir',
    join(folder, 'etcd'),
    '--initial-cluster',
    `drill=${peerUrl}`,
    '--listen-client-urls',
    url,
    '--advertise-client-urls',
    url,
    '--listen-peer-urls',
    peerUrl,
    '--initial-advertise-peer-urls',
    peerUrl,
  ])
  await until(async () => (await fetch(`${url}/health`)).ok)
  return { process, port }
}

function startPatroni(node: Node): void {
  const log = openSync(join(node.folder, '..', `${node.name}.log`), 'a')
  node.patroni = start('patroni', [join(node.folder, 'patroni.json')], { stdio: ['ignore', log, log] })
}

/** The shortest that Patroni allows: it takes 20 s to detect a dead primary. */
const times = { ttl: 20, loop_wait: 2, retry_timeout: 3 }

function settingsOf({ name, port, restPort, folder }: Node, etcdPort: number) {
  const userOf = (username: string) => ({ username, password })
  return {
    scope: 'portal',
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { hosts: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...times,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 200, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      pg_hba: [
        'local all all scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, 'data'),
      bin_dir: postgresPrograms(),
      pgpass: join(folder, 'pgpass'),
      authentication: {
        replication: userOf('replicator'),
        superuser: userOf('postgres'),
        rewind: userOf('rewinder'),
      },
      basebackup: [{ checkpoint: 'fast' }],
      parameters: { unix_socket_directories: folder },
    },
  }
}

async function isPrimary(login: pg.ClientConfig): Promise<boolean> {
  const [row] = await ask<{ standby: boolean }>(login, 'select pg_is_in_recovery() as standby')
  return row?.standby === false
}

async function untilSynchronous({ restPort }: Node): Promise<void> {
  await until(async () => (await fetch(`http://127.0.0.1:${restPort}/sync`)).ok)
}

/** Returns the first node for which it is true, checking every few milliseconds for at most two minutes. */
async function first(nodes: Node[], isWanted: (node: Node) => Promise<boolean>): Promise<Node> {
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await delay(10)) {
    for (const node of nodes) if (await isWanted(node).catch(() => false)) return node
  }
  const logs = nodes.map(({ name, folder }) => `${name}: ${lastLine(join(folder, '..', `${name}.log`))}`)
  throw new Error(`No node took writes within two minutes. The last words of Patroni:\n${logs.join('\n')}`)
}

function lastLine(file: string): string {
  return existsSync(file) ? (readFileSync(file, 'utf8').trim().split('\n').at(-1) ?? '') : 'nothing'
}

/** Waits at most two minutes. */
async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 120_000
  while (!(await isDone().catch(() => false))) {
    if (Date.now() > deadline) throw new Error(`This takes too long: ${isDone}`)
    await delay(100)
  }
}

async function ask<Row extends object>(login: pg.ClientConfig, statement: string): Promise<Row[]> {
  const client = new pg.Client({ database: 'postgres', ...login, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  return client
    .query<Row>(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}
