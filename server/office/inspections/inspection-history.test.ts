import { expect, test } from 'vitest'
import { getActivities } from '#contract/foundation/activities/calls.ts'
import {
  getInspectionPacks,
  revokeInspectionLink,
  shareInspectionPack,
} from '#contract/office/inspections/calls.ts'
import * as held from '#test/held-slot.ts'
import { downloadedPack, madePack } from '#test/inspection-packs.ts'

held.startWithHeldSlot()

test('the history tells who asked for a pack about a person, downloaded and shared it, and revoked its link', async () => {
  const { app, administrator } = held
  const { token } = administrator
  const person = await held.givenRegistered()
  const { packId } = await madePack(app, { userId: person.userId }, token)
  await downloadedPack(app, packId, token)
  await app.call(shareInspectionPack, { body: { packId } }, token)
  const { packs } = (await app.call(getInspectionPacks, {}, token)).data
  const linkId = packs.find((each) => each.packId === packId)?.links[0]?.linkId ?? 0
  expect((await app.call(revokeInspectionLink, { body: { linkId } }, token)).failure).toBe(undefined)
  const query = { userId: person.userId }
  const { activities } = (await app.call(getActivities, { query }, token)).data
  expect(activities.slice(0, 4)).toMatchObject(
    ['inspection-revoked', 'inspection-shared', 'inspection-downloaded', 'inspection-asked'].map(
      (activity) => ({
        activity,
        item: `Pack ${packId}`,
        actedBy: { userId: administrator.userId },
        person: { userId: person.userId },
      }),
    ),
  )
})
