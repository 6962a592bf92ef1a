import { readdirSync, readFileSync } from 'node:fs'
import type { House } from './house.ts'
import type { Server } from './servers.ts'

/** Returns the CPU time in ms of servers and their whole PostgreSQL while `work` runs. Linux only. */
export async function cpuOf(house: House, servers: Server | Server[], work: () => Promise<unknown>) {
  const serversMs = () => [servers].flat().reduce((sum, server) => sum + serverMs(server), 0)
  const [backend] = await house.query<{ pid: number }>('select pg_backend_pid() as pid')
  const database = statOf(String(backend?.pid)).parent
  const before = { server: serversMs(), database: databaseMs(database) }
  await work()
  return { server: serversMs() - before.server, database: databaseMs(database) - before.database }
}

function serverMs({ pid }: Server): number {
  return statOf(String(pid)).own
}

/** Includes ended processes. */
function databaseMs(postmaster: string): number {
  const { own, ended } = statOf(postmaster)
  const processes = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const children = processes.flatMap((pid) => {
    try {
      const { parent, own } = statOf(pid)
      return parent === postmaster ? own : []
    } catch {
      return []
    }
  })
  return children.reduce((sum, each) => sum + each, own + ended)
}

/** Reads a process's clock ticks, which Linux always gives as hundredths of a second. */
function statOf(pid: string): { parent: string; own: number; ended: number } {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').replace(/.*\) /s, '').split(' ')
  const ms = (field: number) => Number(fields[field]) * 10
  return { parent: fields[1] as string, own: ms(11) + ms(12), ended: ms(13) + ms(14) }
}
