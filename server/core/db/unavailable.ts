/** Codes after waiting in vain. */
const silentCodes = /^(ETIMEDOUT|EHOSTUNREACH|EAI_AGAIN)$/
const silences =
  /timeout exceeded when trying to connect|timeout expired|due to connection timeout|Query read timeout/

/** Other connection codes of Node and of our own clients. */
const systemCodes =
  /^(ECONNREFUSED|ECONNRESET|ENOENT|EPIPE|ENETUNREACH|ENOTFOUND|NOWHERE_FOUND|STANDBY_SILENT)$/

/**
 * PostgreSQL's codes: 08 broken connection, 53 no disk, memory or connection left, 57P0n stopped, crashed or
 * starting, 25006 read-only, 40001 and 40P01 conflicts, 57014 time limit, 25P03 idle transaction, 58030 failing disk.
 */
const databaseCodes = /^(08\w{3}|53\w{3}|57P0[123]|25006|25P03|40001|40P01|57014|58030)$/

/** Other messages of `pg`; a standby has no unlogged tables, and no code of its own for that. */
const messages = /Connection terminated|is not queryable|during recovery/

interface Problem {
  code?: string
  /** PostgreSQL's function that reports it. */
  routine?: string
  message: string
}

/** Tells whether the database cannot do it now (away, full, read-only, overloaded): worth a retry, and no bug of ours. */
export function isUnavailable(problem: Problem): boolean {
  const { code = '', message } = problem
  return isSilent(problem) || systemCodes.test(code) || databaseCodes.test(code) || messages.test(message)
}

/** Tells whether it was awaited in vain: the next call would wait as long. */
export function isSilent({ code = '', message }: Problem): boolean {
  return silentCodes.test(code) || silences.test(message)
}

/** Tells whether a prepared statement returns something else since a migration. */
export function isPlanOutdated({ code, routine }: Problem): boolean {
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

/** Tells whether PostgreSQL rolled a statement or transaction back for a reason that a rerun does not meet. */
export function isWorthAnotherRun(problem: Problem): boolean {
  return problem.code === '40P01' || isPlanOutdated(problem)
}
