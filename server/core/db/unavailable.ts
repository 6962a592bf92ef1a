/** Codes of a wait without an answer. */
const silentCodes = /^(ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)$/
const silences =
  /timeout exceeded when trying to connect|timeout expired|due to connection timeout|Query read timeout/

/** Other connection codes, of Node and our clients. */
const systemCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ENETUNREACH|ENOTFOUND|NOWHERE_FOUND|STANDBY_SILENT)$/

/**
 * PostgreSQL's codes: 08 broken connection, 53 no disk, memory or connection left, 57P0n stopped, crashed or
 * starting, 25006 read-only, 40001 and 40P01 conflicts, 57014 time limit, 25P03 idle transaction, 58030 failing disk.
 */
const databaseCodes = /^(08\w{3}|53\w{3}|57P0[123]|25006|25P03|40001|40P01|57014|58030)$/

/** Other messages of `pg`. A standby has no unlogged tables, and no code to say so. */
const messages = /Connection terminated|is not queryable|during recovery/

interface Problem {
  code?: string
  /** The reporting function in PostgreSQL. */
  routine?: string
  message: string
}

/** Returns true if the database is temporarily unable (away, full, read-only, overloaded): worth a retry, not a bug. */
export function isUnavailable(problem: Problem): boolean {
  const { code = '', message } = problem
  return isSilent(problem) || systemCodes.test(code) || databaseCodes.test(code) || messages.test(message)
}

/** Returns true after a wait without an answer: the next call would wait as long. */
export function isSilent({ code = '', message }: Problem): boolean {
  return silentCodes.test(code) || silences.test(message)
}

/** Returns true if a migration changed the result of a prepared statement. */
export function isPlanOutdated({ code, routine }: Problem): boolean {
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** Returns true if PostgreSQL rolled back for a reason that a rerun avoids. */
export function isWorthAnotherRun(problem: Problem): boolean {
  return problem.code === '40P01' || isPlanOutdated(problem)
}
