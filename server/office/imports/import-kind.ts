import type { ImportVerdict } from '#contract/office/imports/calls.ts'
import type { User } from '#contract/people/users/user.ts'
import type { Db } from '#server/services.ts'
import type { ImportTrace } from '#server/stored-json.ts'
import type { Work } from '#server/work.ts'
import type { Cells, PersonCells } from './import-cells.ts'

/** An imported row for the undo. */
export interface Imported {
  place: number
  userId: string | null
  trace: ImportTrace
}

/** The administrator's choices for an import. */
export interface Choices {
  mailsConfirmations: boolean
}

/** A row as its kind reads it, with the account of its email. */
export type Asked<Content> = Content & PersonCells & { cells: Cells; user: User | undefined }

/** A row's verdict. Refusals are thrown as `RefusedRow`. */
export interface Verdict {
  verdict: Exclude<ImportVerdict, 'refused'>
  /** The changed fields, or a note. */
  why: string
  /** The subject beside the person: a later row about both is refused. */
  about: string | number
  /** Takes what later rows can't have, unless the row is refused for its subject. */
  take?(): void
}

/** A kind of import: how its rows are read, judged, written and undone. The columns are in `importKinds`. */
export interface Kind<Content, Found> {
  /** Locks the people before the rows are judged to be written. */
  locksPeople: boolean
  /** The subject of a row, for words about another row with the same one. */
  subject: string
  /** Returns what names a row's subject in the file; '' if the row has none. */
  keyOf(texts: Cells['texts']): string
  /** Reads what a row has beside its person. */
  read(cells: Cells, now: Date): Content
  /** Reads the facts for rows, and returns the function that judges them in order. */
  openJudge(db: Db, rows: Asked<Content>[], now: Date): Promise<(row: Asked<Content>) => Verdict & Found>
  /** Writes new and changed rows. Returns the trace of each, or why it was refused meanwhile. */
  write(
    work: Work,
    rows: (Asked<Content> & Found & { userId: string })[],
    choices: Choices,
  ): Promise<(ImportTrace | string)[]>
  /** Undoes rows that are as the import left them, and returns them. Leaves the accounts that they added. */
  undo(work: Work, rows: Imported[], locked: Map<string, User>): Promise<Imported[]>
}
