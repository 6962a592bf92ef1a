import { setTimeout as delay } from 'node:timers/promises'
import type { ImportKind } from '#contract/office/imports/columns.ts'
import { importsAt } from '#test/posted-imports.ts'
import type { Figure } from './figures.ts'
import type { House } from './house.ts'
import { startServer } from './servers.ts'

const rows = 20_000

/**
 * Imports 20,000 new people, their registrations for one event, and their earlier certificates: each file's
 * upload, the verdicts, and the job until its last result. Undoes them all.
 */
export async function measureImporting(house: House): Promise<Figure[]> {
  const portal = await startServer('portal.ts', { connection: house.connection, works: true })
  const imports = importsAt(() => `http://localhost:${portal.port}`, house.administrator)
  const isOver = async (importId: string, column: string) =>
    (await house.query(`select from imports where import_id = $1 and ${column} is not null`, [importId]))
      .length > 0
  const [slot] = await house.query<{ row: string }>(`
    select concat_ws(',', event_id, start_on, start_time, focus_name) as row from events join event_slots using (event_id)
    join focuses using (focus_id) where not is_draft and capacity is null and webinar_id is null order by start_on limit 1`)
  const files: Record<ImportKind, [heading: string, row: (place: number) => string]> = {
    people: [
      'First name,Last name,Company,Country,State,ZIP,Phone',
      () => 'Pat,Example,Acme Air,US,TX,75001,8035550100',
    ],
    registrations: ['Event,Date,Start time,Event type', () => slot?.row ?? ''],
    certificates: ['Number,Issuer,Days,Hours', (place) => `A-${place},Acme Training,2025-05-01,8`],
  }
  const figures: Figure[] = []
  const done: string[] = []
  try {
    for (const [kind, [heading, row]] of Object.entries(files) as [
      ImportKind,
      (typeof files)[ImportKind],
    ][]) {
      const lines = Array.from({ length: rows }, (_, place) => `imported-${place}@example.com,${row(place)}`)
      const start = performance.now()
      const importId = await imports.start(kind, `Email,${heading}\n${lines.join('\n')}\n`)
      while (!(await isOver(importId, 'finished_at'))) await delay(50)
      const value = (performance.now() - start) / 1000
      const shown = `${value.toFixed(1)} s`
      const what = `A file of 20,000 new ${kind}: uploaded, judged, imported`
      figures.push({ what, portal: shown, yardstick: '', value, shown, goal: { atMost: 60 } })
      done.unshift(importId)
    }
    for (const importId of done) {
      await imports.undo(importId)
      while (!(await isOver(importId, 'undone_at'))) await delay(50)
    }
    return figures
  } finally {
    await portal.stop()
  }
}
