import type { ImportField } from '#contract/office/imports/columns.ts'
import { importFieldLabel } from '#contract/office/imports/columns.ts'
import type { UserChange, WrittenFields } from '#server/people/users/user-bulk.ts'
import { changeUsers, recordConsents, takeBackConsents } from '#server/people/users/user-bulk.ts'
import type { ImportTrace } from '#server/stored-json.ts'
import type { ConsentCells } from './import-cells.ts'
import { consentIn } from './import-cells.ts'
import type { Imported, Kind } from './import-kind.ts'

interface Content {
  consent: ConsentCells | undefined
  /** Explains why half a consent in the row does not count; '' otherwise. */
  note: string
}

type Field = keyof WrittenFields

/** Imports people: adds accounts, and changes the fields that a row has. */
export const people: Kind<Content, { trace: ImportTrace }> = {
  locksPeople: true,

  subject: 'person',
  keyOf: ({ email = '' }) => email.toLowerCase(),

  read(cells, now) {
    const isHalf = Boolean(cells.texts.consentOn) !== Boolean(cells.texts.consentWords)
    return {
      consent: consentIn(cells, now),
      note: isHalf ? 'No agreement to the mailing list: it needs its date and its words.' : '',
    }
  },

  openJudge: async () => {
    return ({ fields, consent, note, user }) => {
      const changed = user
        ? (Object.keys(fields) as Field[]).filter((field) => fields[field] !== user[field])
        : []
      // An agreement counts unless the person has answered on its day or since.
      const isNew = consent && !(user?.mailingConsentAt && user.mailingConsentAt >= consent.givenAt)
      const labels = changed.map((field) => importFieldLabel(field as ImportField))
      if (user && isNew) labels.push('Mailing list')
      return {
        verdict: user ? (labels.length > 0 ? 'changes' : 'same') : 'new',
        why: [labels.join(', '), note].filter(Boolean).join('. '),
        about: '',
        trace: {
          ...(user && {
            changes: Object.fromEntries(
              changed.map((field) => [field, [user[field], fields[field] as string]]),
            ),
          }),
          ...(isNew && { consent: { ...consent, givenAt: consent.givenAt.toISOString() } }),
        },
      }
    }
  },

  async write(work, rows) {
    const locked = new Map(rows.flatMap(({ userId, user }) => (user ? [[userId, user] as const] : [])))
    await changeUsers(
      work,
      locked,
      rows.flatMap(({ userId, trace }) => changeOf(userId, changesIn(trace), 1)),
    )
    await recordConsents(work, consentsOf(rows))
    return rows.map(({ trace }) => trace)
  },

  async undo(work, rows, locked) {
    const [added, others] = [true, false].map((isNew) =>
      rows.filter(({ trace }) => Boolean(trace.isNewPerson) === isNew),
    ) as [Imported[], Imported[]]
    const changed = others.flatMap((row) => {
      const user = locked.get(row.userId ?? '')
      return user
        ? [{ row, user, own: changesIn(row.trace).filter(([field, [, to]]) => user[field] === to) }]
        : []
    })
    await changeUsers(
      work,
      locked,
      changed.flatMap(({ user, own }) => changeOf(user.userId, own, 0)),
    )
    await takeBackConsents(work, consentsOf(changed.map(({ row }) => row)))
    const restored = changed.filter(({ row, own }) => own.length === changesIn(row.trace).length)
    return [...added, ...restored.map(({ row }) => row)]
  },
}

type Changes = [Field, [from: string, to: string]][]

function changesIn({ changes = {} }: ImportTrace): Changes {
  return Object.entries(changes) as Changes
}

/** Returns the change of a person to what the import has (1), or to what was before (0). */
function changeOf(userId: string, changes: Changes, side: 0 | 1): UserChange[] {
  const fields = Object.fromEntries(changes.map(([field, values]) => [field, values[side]]))
  return changes.length > 0 ? [{ userId, fields }] : []
}

function consentsOf(rows: Pick<Imported, 'userId' | 'trace'>[]) {
  return rows.flatMap(({ userId, trace: { consent } }) =>
    userId && consent ? [{ userId, ...consent, givenAt: new Date(consent.givenAt) }] : [],
  )
}
