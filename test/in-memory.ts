import { existsSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const memory = '/dev/shm'
const neededBytes = 2 * 1024 ** 3

/** Returns a folder for temporary databases, in memory if there is room: they create hundreds of files for each test. No program runs there. */
export function databaseFolder(): string {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = statfsSync(memory)
  return Math.min(bavail * bsize, freemem()) > neededBytes ? memory : tmpdir()
}
