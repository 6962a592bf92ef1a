import type { DoorPerson } from '#contract/attendance/check-ins/calls.ts'
import type { SheetChange } from '#contract/attendance/check-ins/sheet-calls.ts'
import type { SheetAct } from '#contract/attendance/check-ins/sheet-times.ts'
import { readSheetTime, sheetRefusal, sheetTimes } from '#contract/attendance/check-ins/sheet-times.ts'
import type { PlainDate } from '#contract/core/plain-dates.ts'
import { shownTime } from '#contract/core/plain-dates.ts'
import { refusals } from '#contract/core/refusals.ts'

export const sheetActs = ['in', 'out'] as const

/** The typed texts by their cells. A cell that was left alone is absent. */
export type TypedCells = Record<string, string>

/** Returns the name of a person's cell. */
export function cellOf(registrationId: number, act: SheetAct): string {
  return `${registrationId} ${act}`
}

/** Returns what a cell shows: what was typed, else what is noted, as '7:52 AM'. */
export function shownCell(typed: TypedCells, { registrationId, visits }: DoorPerson, act: SheetAct): string {
  const noted = sheetTimes(visits)[act]
  return typed[cellOf(registrationId, act)] ?? (noted ? shownTime(noted) : '')
}

/** Returns a typed time as '7:52 AM', or the text if it is no time. */
export function tidied(text: string): string {
  const time = readSheetTime(text)
  return time ? shownTime(time) : text.trim()
}

/** Returns the cells that differ from what is noted, without their check-in ids. */
export function changesOf(
  typed: TypedCells,
  people: readonly DoorPerson[],
): Omit<SheetChange, 'checkInId'>[] {
  return people.flatMap(({ registrationId, visits }) =>
    sheetActs.flatMap((act) => {
      const text = typed[cellOf(registrationId, act)]
      if (text === undefined) return []
      const time = readSheetTime(text) ?? null
      return time === sheetTimes(visits)[act] ? [] : [{ registrationId, act, time }]
    }),
  )
}

/** Returns what is wrong with typed cells, by the cell. The server asks the same rule. */
export function cellProblems(
  typed: TypedCells,
  people: readonly DoorPerson[],
  { day, now }: { day: PlainDate; now: Date },
): Record<string, string> {
  const problems: Record<string, string> = {}
  for (const { registrationId, visits } of people) {
    const times = sheetTimes(visits)
    for (const act of sheetActs) {
      const cell = cellOf(registrationId, act)
      const text = typed[cell]
      if (text === undefined) continue
      const time = readSheetTime(text)
      times[act] = time ?? null
      if (text.trim() !== '' && !time) problems[cell] = 'Enter a time like 8:00 AM or 4p'
      else if (
        time &&
        sheetRefusal({ day, now, entered: { [act]: time }, times: { in: null, out: null, [act]: time } })
      )
        problems[cell] = refusals.TIME_TO_COME.message
    }
    const typedActs = sheetActs.filter((act) => typed[cellOf(registrationId, act)] !== undefined)
    const last = cellOf(registrationId, typedActs.at(-1) ?? 'out')
    if (typedActs.length > 0 && sheetRefusal({ day, now, entered: {}, times }))
      problems[last] ??= refusals.LEFT_BEFORE_ARRIVAL.message
  }
  return problems
}
