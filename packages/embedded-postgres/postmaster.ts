import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Runner } from './run-as.ts'

/** PostgreSQL's main process. */
export interface Postmaster {
  pid: number
  /** Resolves when it ends, with the exit code or signal. */
  ended: Promise<string>
  /** The last lines of its output, oldest first. */
  lastLines: string[]
  /** Starts logging PostgreSQL's output. Startup output is not logged. */
  beginLogging(): void
  /** Ends it with a fast shutdown, and after 10 s with an immediate one. */
  stop(): Promise<void>
}

const linesKept = 20

export function launchPostmaster(
  cluster: string,
  settings: string[],
  { runner, log }: { runner: Runner; log: (line: string) => void },
): Postmaster {
  const name = runner.nameOf(cluster, cluster)
  // PostgreSQL uses the last value. orphan.ts recognizes the process by the first, even without the right to read its folder.
  const where = ['-D', cluster, ...(name === cluster ? [] : ['-D', name])]
  const child = runner.spawn(runner.binaries.postgres, [...where, ...settings], cluster, 'SIGINT')
  const pid = child.pid ?? 0
  const lastLines: string[] = []
  let logging = false
  if (child.stderr) {
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (isNoise(line) || (logging && isClients(line))) return
      lastLines.push(line.replace(/^\[.*?\] /, ''))
      if (lastLines.length > linesKept) lastLines.shift()
      if (logging) log(line)
    })
  }
  const release = runner.parentDeath === 'watcher' && pid ? endAtParentsDeath(pid) : () => {}
  const ended = new Promise<string>((resolve) => {
    child.on('error', (error) => resolve(error.message))
    child.on('exit', (code, signal) => {
      const how = signal ? `signal ${signal}` : `exit code ${code}`
      // Its last lines come before 'close', but a session of a killed server can delay 'close'.
      child.on('close', () => resolve(how))
      setTimeout(() => resolve(how), 1_000).unref()
    })
  }).finally(release)

  return {
    pid,
    ended,
    lastLines,
    beginLogging() {
      logging = true
    },
    async stop() {
      logging = false
      const timers = [
        setTimeout(() => child.kill('SIGQUIT'), 10_000),
        setTimeout(() => child.kill('SIGKILL'), 20_000),
      ]
      child.kill('SIGINT')
      await ended
      for (const timer of timers) clearTimeout(timer)
    },
  }
}

/** Recognizes the lines that our own wait for readiness causes. */
function isNoise(line: string): boolean {
  return /(is starting up|not yet accepting connections|database "[^"]*" does not exist)$/.test(line)
}

/** Clients get their errors as answers. In the log, they would repeat the clients' data. */
function isClients(line: string): boolean {
  return !line.startsWith('[') || /^\[(client backend|parallel worker)\] (ERROR|WARNING|FATAL):/.test(line)
}

/**
 * Starts a shell that stops PostgreSQL when this process ends. The shell notices the end of a pipe that only
 * this process holds open.
 */
function endAtParentsDeath(pid: number): () => void {
  const watcher = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'sh', String(pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
    env: {},
  })
  watcher.on('error', () => {})
  watcher.stdin?.on('error', () => {})
  watcher.unref()
  return () => watcher.kill('SIGKILL')
}
