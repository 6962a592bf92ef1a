import { expect, test } from 'vitest'
import { alwaysThere } from '#server/core/breaker.ts'
import { readConfig } from './config.ts'
import type { WebinarPlatform } from './core/webinar-platform/webinar-platform.ts'
import { openPlatform } from './open-integrations.ts'

const zoom = { ZOOM_ACCOUNT_ID: 'account', ZOOM_CLIENT_ID: 'client', ZOOM_CLIENT_SECRET: 'hush' }
const goto = {
  GOTO_CLIENT_ID: 'client',
  GOTO_CLIENT_SECRET: 'hush',
  GOTO_TOKEN: 'pat',
  GOTO_ORGANIZER_KEY: '8325357307900339981',
}

test.each([
  [{}, 'the embedded one'],
  [{ WEBINAR: 'zoom', ...zoom }, 'Zoom'],
  [{ WEBINAR: 'gotowebinar', ...goto }, 'GoTo Webinar'],
])('%o holds webinars on %s', (environment, name) => {
  const platform = openPlatform(readConfig(environment).webinars, () => new Date(), openEmbedded)
  expect([platform.name, platform.isReachable()]).toEqual([name, true])
  platform.close()
})

function openEmbedded(): WebinarPlatform {
  const never = () => Promise.reject(new Error('It is not asked here.'))
  return {
    name: 'the embedded one',
    getWebinar: never,
    setTimes: never,
    addRegistrant: never,
    cancelRegistrant: never,
    async *listRegistrants() {},
    findRegistrant: never,
    getAttendance: never,
    isReachable: () => true,
    health: () => alwaysThere,
    close() {},
  }
}
