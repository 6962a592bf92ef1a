import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { drive } from './load.ts'
import type { Server } from './servers.ts'

const connections = 32
const seconds = 2
const calls = 20_000

const hasWrk = !spawnSync('wrk', ['--version']).error

/**
 * Returns the calls' generator: wrk if this machine has it and all calls are the same, else the bench's own.
 * A row names it, because the figures differ: a server pays for waking its caller, and wrk sleeps more often.
 */
export function generatorOf(addresses = 1): 'wrk' | 'the bench' {
  return hasWrk && addresses === 1 ? 'wrk' : 'the bench'
}

/**
 * Calls a path repeatedly, and returns the server's CPU time per answer, in microseconds. If there are
 * several `addresses`, they take turns, as a proxy in front of the server would name them.
 */
export async function cpuPerCall(
  server: Server,
  path: string,
  headers: Record<string, string>,
  addresses = 1,
): Promise<{ cpu: number }> {
  const before = await server.ask<NodeJS.CpuUsage>('cpu')
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  const answers =
    generatorOf(addresses) === 'wrk'
      ? await byWrk(server, path, lines)
      : await byBench(server, path, lines, addresses)
  const after = await server.ask<NodeJS.CpuUsage>('cpu')
  return { cpu: (after.user + after.system - before.user - before.system) / answers }
}

async function byWrk({ port }: Server, path: string, headers: string[]): Promise<number> {
  const { stdout } = await promisify(execFile)('wrk', [
    '--threads',
    '1',
    '--connections',
    String(connections),
    '--duration',
    `${seconds}s`,
    ...headers.flatMap((header) => ['--header', header]),
    `http://127.0.0.1:${port}${path}`,
  ])
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(stdout)
  return Number(/(\d+) requests in/.exec(stdout)?.[1])
}

async function byBench(
  { port }: Server,
  path: string,
  headers: string[],
  addresses: number,
): Promise<number> {
  const requests = Array.from({ length: addresses }, (_, number) => {
    const address = `x-forwarded-for: 10.${number >> 8}.${number & 255}.1`
    const lines = [`GET ${path} HTTP/1.1`, 'host: localhost', ...headers, ...(addresses > 1 ? [address] : [])]
    return Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)
  })
  const all = Array.from({ length: calls }, (_, call) => requests[call % addresses] as Buffer)
  await drive(port, all, connections)
  return calls
}
