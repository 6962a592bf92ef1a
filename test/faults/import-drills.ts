import { setTimeout as delay } from 'node:timers/promises'
import { importsAt } from '#test/posted-imports.ts'
import type { Outcome } from './burst.ts'
import { drill, rounds, startAgain } from './drills.ts'
import { kill } from './house.ts'

const rows = 5000

export const importDrills: Record<string, () => Promise<Outcome | string>> = {
  'an import of 5,000 people whose portal is killed again and again, and its undo': async () =>
    drill(async ({ house, portals }) => {
      const [first, second] = portals
      if (!first || !second) throw new Error('A drill has two portals')
      const { token } = await house.administrator()
      const imports = importsAt(() => first.url, token)
      const lines = Array.from({ length: rows }, (_, place) => `drill${place}@example.com,Pat,Example`)
      const [before] = await house.query<{ users: number }>('select count(*)::int as users from users')
      const isOver = async (column: string) =>
        (await house.query(`select from imports where ${column} is not null`)).length > 0
      async function killUntil(column: string): Promise<number> {
        let kills = 0
        while (!(await isOver(column))) {
          await delay(100 + Math.random() * 400)
          if (kills >= rounds) continue
          const portal = kills % 2 ? second : first
          if (!portal) continue
          await kill(portal.process)
          await startAgain(portal)
          kills += 1
        }
        return kills
      }
      const importId = await imports.start('people', `Email,First name,Last name\n${lines.join('\n')}\n`)
      const kills = await killUntil('finished_at')
      const [done] = await house.query<{ people: number; activities: number; results: number }>(`
        select (select count(*)::int from users where email like 'drill%') as people,
          (select count(*)::int from activities where activity = 'signed-up' and details->>'reason' like 'Import of%') as activities,
          (select count(*)::int from import_rows where outcome = 'new') as results`)
      await imports.undo(importId)
      await killUntil('undone_at')
      const [after] = await house.query<{ users: number }>('select count(*)::int as users from users')
      return {
        rounds: kills,
        acknowledged: rows,
        lost: rows - (done?.people ?? 0) + rows - (done?.results ?? 0),
        doubled: (done?.activities ?? 0) - rows,
        stranded: (after?.users ?? 0) - (before?.users ?? 0),
        mailsMissing: 0,
        mailsDoubled: (await house.query('select from mails')).length,
        mailsUnknown: 0,
        refusals: new Map(),
      }
    }),
}
