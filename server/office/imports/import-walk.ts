import { sql } from 'kysely'
import type { ImportVerdict } from '#contract/office/imports/calls.ts'
import type { ImportKind } from '#contract/office/imports/columns.ts'
import {
  addUsers,
  deleteUnusedUsers,
  findPeopleByEmails,
  findUnusedUsers,
  lockUsers,
} from '#server/people/users/user-bulk.ts'
import { leaveRegistrations } from '#server/registrations/registrations/leave-registrations.ts'
import { tellCancellations } from '#server/registrations/registrations/registration-cancellation.ts'
import type { Db } from '#server/services.ts'
import type { ImportTrace } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'
import type { Layout, StoredRow } from './import-cells.ts'
import { cellsOf, personIn, RefusedRow, refuseEnded } from './import-cells.ts'
import { certificates } from './import-certificates.ts'
import type { Asked, Choices, Imported, Kind, Verdict } from './import-kind.ts'
import { people } from './import-people.ts'
import { registrations } from './import-registrations.ts'

/** A row with its verdict. */
interface Judged {
  row: StoredRow
  verdict: ImportVerdict
  /** The reason of a refusal, or the changed fields. */
  why: string
}

/** A row with its result. */
export interface Written extends Judged {
  userId?: string | undefined
  trace?: ImportTrace
}

/** The line of the first row about each subject. */
export type Lines = Map<string, number>

export const importers = {
  people: importerOf(people),
  registrations: importerOf(registrations),
  certificates: importerOf(certificates),
} satisfies Record<ImportKind, unknown>

/** Returns the functions that judge, write and undo a portion of rows of a kind. */
function importerOf<Content, Found>(kind: Kind<Content, Found>) {
  type Ready = Asked<Content> & Found & Verdict & { row: StoredRow }

  /** Judges rows in order. Only reads, and adds their subjects to `lines`. */
  async function judge(db: Db, layout: Layout, rows: StoredRow[], now: Date, lines: Lines) {
    const refused: Judged[] = []
    const unlessRefused = <Result>(row: StoredRow, act: () => Result): Result[] => {
      try {
        return [act()]
      } catch (problem) {
        if (!(problem instanceof RefusedRow)) throw problem
        refused.push({ row, verdict: 'refused', why: problem.message })
        return []
      }
    }
    const refuseAgain = (subject: string, { line }: StoredRow) => {
      const first = lines.get(subject) ?? line
      if (first !== line) throw new RefusedRow(`Row ${first} is about the same ${kind.subject}.`)
      lines.set(subject, line)
    }
    const read = rows.flatMap((row) =>
      unlessRefused(row, () => {
        refuseEnded(layout, row)
        const cells = cellsOf(layout, row)
        const key = kind.keyOf(cells.texts)
        if (key) refuseAgain(key, row)
        return { row, cells, ...personIn(cells), ...kind.read(cells, now) }
      }),
    )
    const emails = read.map(({ email }) => email)
    const known = await findPeopleByEmails(db, emails, now)
    const asked = read.map((each) => ({ ...each, user: known.get(each.email) }))
    const judgeRow = await kind.openJudge(db, asked, now)
    const judged = asked.flatMap((each) =>
      unlessRefused(each.row, (): Ready => {
        const found = judgeRow(each)
        refuseAgain(subjectOf(each.user?.userId ?? each.email, found), each.row)
        if (found.verdict !== 'same') found.take?.()
        return { ...each, ...found }
      }),
    )
    return { judged, refused }
  }

  return { judge: judgeInOrder, write, undo }

  /** Returns the verdicts about rows, in order. */
  async function judgeInOrder(...given: Parameters<typeof judge>): Promise<Judged[]> {
    const { judged, refused } = await judge(...given)
    return [...judged, ...refused].sort((one, other) => one.row.place - other.row.place)
  }

  /**
   * Judges rows under the locks of their kind, adds missing accounts, and writes the rows. Leaves out those of
   * people who signed up meanwhile.
   */
  async function write(
    work: Work,
    layout: Layout,
    rows: StoredRow[],
    choices: Choices,
    lines: Lines,
  ): Promise<Written[]> {
    const { tx, clock } = work
    if (kind.locksPeople) {
      const { judged } = await judge(tx, layout, rows, clock(), new Map(lines))
      await lockUsers(
        tx,
        judged.flatMap(({ user }) => user?.userId ?? []),
      )
    }
    const { judged, refused } = await judge(tx, layout, rows, clock(), lines)
    const strangers = judged.filter(({ user }) => !user)
    const accounts = new Map(strangers.map(({ email, fields }) => [email, { email, ...fields }]))
    const added = await addUsers(work, [...accounts.values()])
    const known = judged.flatMap((each) => {
      const userId = each.user?.userId ?? added.get(each.email)
      if (userId) lines.set(subjectOf(userId, each), each.row.line)
      return userId ? [{ ...each, userId }] : []
    })
    const due = known.filter(({ verdict }) => verdict !== 'same')
    const outcomes = await kind.write(work, due, choices)
    const traces = new Map(due.map((each, place) => [each.row, outcomes[place]]))
    const unclaimed = new Set(added.values())
    const written = known.map(({ row, verdict, why, user, userId }): Written => {
      const trace = traces.get(row)
      if (typeof trace === 'string') return { row, verdict: 'refused', why: trace, userId: user?.userId }
      // An undo reaches the first row of a person last, and deletes the account with it.
      const claims = unclaimed.delete(userId) && { isNewPerson: true as const }
      return { row, verdict, why, userId, trace: { ...trace, ...claims } }
    })
    // A refused row adds nobody.
    await deleteUnusedUsers(work, [...unclaimed])
    return [...written, ...refused]
  }

  /**
   * Undoes rows, the last ones first, that are as the import left them, and the accounts that they added.
   * Returns their places.
   */
  async function undo(work: Work, importId: string, rows: Imported[]): Promise<number[]> {
    const ids = rows.flatMap(({ userId }) => userId ?? [])
    const locked = kind.locksPeople ? await lockUsers(work.tx, ids) : new Map()
    const undone = await kind.undo(work, rows, locked)
    const removed = await removeAdded(work, importId, undone)
    // An account in use stays, and the result says so.
    const isGone = ({ userId, trace }: Imported) => !trace.isNewPerson || !userId || removed.has(userId)
    return undone.filter(isGone).map(({ place }) => place)
  }
}

function subjectOf(person: string, { about }: Verdict): string {
  return `${person} ${about}`
}

/**
 * Deletes the accounts that rows added, unless they are in use. Emails a cancellation to those whom the import
 * emailed, because later jobs find nobody. Returns their ids.
 */
async function removeAdded(work: Work, importId: string, rows: Imported[]): Promise<Set<string>> {
  const added = rows.flatMap(({ userId, trace }) => (trace.isNewPerson && userId ? [{ userId, trace }] : []))
  const userIds = added.map(({ userId }) => userId)
  const canceled = await findCanceled(work, importId, userIds)
  const registrationIds = canceled.map(({ registrationId }) => registrationId)
  // An agreement to the mailing list counted one.
  const versions = Object.fromEntries(added.map(({ userId, trace }) => [userId, trace.consent ? 1 : 0]))
  const unused = await findUnusedUsers(work.tx, userIds, { registrationIds, versions })
  const leaving = canceled.filter(({ userId }) => unused.includes(userId))
  await tellCancellations(
    work,
    leaving.flatMap(({ registrationId, isMailed }) => (isMailed ? registrationId : [])),
  )
  for (const userId of new Set(leaving.map(({ userId }) => userId)))
    await leaveRegistrations(work, { userId })
  return deleteUnusedUsers(work, unused, { versions })
}

/** Returns the canceled registrations that all rows of an import added for people. */
async function findCanceled({ tx }: Work, importId: string, userIds: string[]) {
  const { rows } = await sql<{ userId: string; registrationId: number; isMailed: boolean }>`
    select import_rows.user_id, registration_id, trace ? 'isMailed' as is_mailed from import_rows
    join registrations on registration_id = (trace ->> 'registrationId')::integer
    where import_id = ${importId} and import_rows.user_id = any(${userIds}::uuid[]) and outcome = 'new'
      and cancelled_at is not null`.execute(tx)
  return rows
}
