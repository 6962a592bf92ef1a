/** What is said where somebody was waited for in vain. */
const silentCodes = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'EAI_AGAIN'])
const silences =
  /timeout exceeded when trying to connect|timeout expired|due to connection timeout|Query read timeout/

/** What else Node says of a connection, and what our own clients do. */
const systemCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ENETUNREACH',
  'ENOTFOUND',
  'NOWHERE_FOUND',
  'STANDBY_SILENT',
])

/**
 * What PostgreSQL says: 08 a broken way there, 53 no disk, memory or connection left, 57P0n stopped, crashed or
 * starting, 25006 read-only, 40001 and 40P01 in each other's way, 57014 out of patience, 25P03 ended because its transaction stood still, 58030 a disk that fails.
 */
const databaseCodes = /^(08\w{3}|53\w{3}|57P0[123]|25006|25P03|40001|40P01|57014|58030)$/

/** What else `pg` says; a standby has no unlogged tables, and no code of its own for it. */
const messages = /Connection terminated|is not queryable|during recovery/

interface Problem {
  code?: string
  /** The function of PostgreSQL that says so. */
  routine?: string
  message: string
}

/** Whether the database cannot do it just now (it is away, full, read-only, overrun): worth another try, and no bug of ours. */
export function isUnavailable(problem: Problem): boolean {
  const { code = '', message } = problem
  return isSilent(problem) || systemCodes.has(code) || databaseCodes.test(code) || messages.test(message)
}

/** Whether it was waited for in vain: whoever asks next would wait as long. */
export function isSilent({ code = '', message }: Problem): boolean {
  return silentCodes.has(code) || silences.test(message)
}

/** Whether a prepared statement returns something else since a migration. */
export function isPlanOutdated({ code, routine }: Problem): boolean {
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** Whether PostgreSQL undid a statement or a transaction for a reason that the next run does not meet. */
export function isWorthAnotherRun(problem: Problem): boolean {
  return problem.code === '40P01' || isPlanOutdated(problem)
}
