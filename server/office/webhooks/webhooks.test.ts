import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { NewWebhook } from '#contract/office/webhooks/calls.ts'
import {
  addWebhook,
  changeWebhook,
  changeWebhookSecret,
  deleteWebhook,
  endOldWebhookSecret,
  getWebhooks,
  mostWebhooks,
  sendWebhookAgain,
  switchWebhook,
  testWebhook,
} from '#contract/office/webhooks/calls.ts'
import {
  chatPlaceholders,
  testEvent,
  webhookEvents,
  webhookEventTypes,
} from '#contract/office/webhooks/events.ts'
import { atOnce, expectRefusal, expectSuccess } from '#test/app.ts'
import {
  givenAdministrator,
  givenTypedAgain,
  historyOf,
  preparedAdministrator,
  preparedApp,
} from '#test/given.ts'

const app = preparedApp({ works: false })
const administrator = preparedAdministrator(app)
beforeAll(async () => {
  await givenTypedAgain(app, administrator.token)
})

const crm: NewWebhook = {
  name: 'CRM',
  kind: 'standard',
  url: 'https://crm.example.com/hooks/open-sesame',
  events: ['registration.created'],
  permissions: ['registrations:read'],
  template: '',
}

function added(given: Partial<NewWebhook> = {}) {
  return app.dataOf(addWebhook, { body: { ...crm, ...given } }, administrator)
}

async function listed(webhookId: number) {
  const { webhooks } = await app.dataOf(getWebhooks, {}, administrator)
  return webhooks.find((one) => one.webhookId === webhookId)
}

describe('a webhook', () => {
  test('is added with a secret that is shown once, and listed without it', async () => {
    const { webhookId, secret } = await added()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const webhook = await listed(webhookId)
    expect(webhook).toMatchObject({ ...crm, isOn: true, offReason: null, waiting: 0, oldSecretUntil: null })
    expect(JSON.stringify(webhook)).not.toContain(secret.slice(6))
  })

  test.each<[string, Partial<NewWebhook>, keyof NewWebhook, RegExp]>([
    ['an address that is none', { url: 'crm' }, 'url', /Has to be an address like/],
    ['a file', { url: 'file:///etc/passwd' }, 'url', /Has to be an address like/],
    ['a password in the address', { url: 'https://a:b@crm.example.com' }, 'url', /Has to be an address like/],
    ['plain http', { url: 'http://crm.example.com' }, 'url', /https:/],
    ['a private network', { url: 'https://10.0.0.7/hooks' }, 'url', /private network/],
    ['this machine', { url: 'https://localhost:5432' }, 'url', /private network/],
    ['this machine as one number', { url: 'https://2130706433' }, 'url', /private network/],
    ['this machine in IPv6', { url: 'https://[::ffff:127.0.0.1]/' }, 'url', /private network/],
    ['no event', { events: [] }, 'events', /at least one event/],
    [
      'an event that its permissions may not read',
      { events: ['person.consent_changed'] },
      'events',
      /permission/,
    ],
    ['an unknown placeholder', { kind: 'slack', template: '{phone} came' }, 'template', /placeholder/],
    ['no name', { name: ' ' }, 'name', /name/],
  ])('is refused with %s, with a sentence for the field', async (_, given, field, words) => {
    const before = (await app.dataOf(getWebhooks, {}, administrator)).webhooks.length
    const { failure } = await app.send(addWebhook, { ...crm, ...given }, administrator)
    expect(failure?.code).toBe('INVALID_FIELDS')
    expect(failure?.fields?.[field]).toMatch(words)
    expect((await app.dataOf(getWebhooks, {}, administrator)).webhooks).toHaveLength(before)
  })

  test('needs a fresh proof to be added, changed, or given a secret', async () => {
    const { webhookId } = await added()
    const other = await givenAdministrator(app, 'unproven@example.com')
    await app.query(
      `update sessions set created_at = created_at - interval '11 minutes' where user_id = '${other.userId}'`,
    )
    const { kind: _, ...given } = crm
    const answers = [
      await app.send(addWebhook, crm, other),
      await app.send(changeWebhook, { ...given, webhookId }, other),
      await app.send(changeWebhookSecret, { webhookId }, other),
    ]
    for (const { failure } of answers) expect(failure?.code).toMatch(/^(FACTOR|PASSWORD)_NOT_PROVEN$/)
  })

  test('is read by administrators only: its address may be a secret', async () => {
    for (const role of ['viewer', 'exporting-viewer', 'front-desk'] as const) {
      const { token } = await givenAdministrator(app, `${role}@example.com`, role)
      await expectRefusal(app.call(getWebhooks, {}, token), 'NOT_PERMITTED')
    }
  })

  test('is in the history with each change, without the path of its address', async () => {
    const { webhookId } = await added({ name: 'Told' })
    const { kind: _, ...given } = { ...crm, name: 'Told', url: 'https://new.example.com/very-secret' }
    await app.send(changeWebhook, { ...given, webhookId }, administrator)
    await app.send(changeWebhookSecret, { webhookId }, administrator)
    await app.send(endOldWebhookSecret, { webhookId }, administrator)
    await app.send(switchWebhook, { webhookId, isOn: false }, administrator)
    await app.send(switchWebhook, { webhookId, isOn: true }, administrator)
    await app.send(deleteWebhook, { webhookId }, administrator)
    const history = (await historyOf(app, administrator, {})).filter(({ item }) => item === 'Told')
    expect(history.map(({ activity }) => activity)).toEqual([
      'webhook-deleted',
      'webhook-turned-on',
      'webhook-turned-off',
      'webhook-old-secret-ended',
      'webhook-secret-changed',
      'webhook-changed',
      'webhook-added',
    ])
    expect(history[5]?.changes).toEqual([{ what: 'Address', from: 'crm.example.com', to: 'new.example.com' }])
    expect(JSON.stringify(history)).not.toContain('secret"')
    expect(JSON.stringify(history)).not.toMatch(/very-secret|open-sesame|whsec_/)
    expect(history[0]?.actedBy?.email).toBe(administrator.email)
  })

  test('that another administrator has changed since it was read is not overwritten', async () => {
    const { webhookId } = await added({ permissions: ['registrations:read', 'people:read'] })
    const state = (await listed(webhookId))?.state ?? ''
    const { kind: _, ...given } = crm
    await expectSuccess(app.send(changeWebhook, { ...given, webhookId, state }, administrator))
    const late = { ...given, webhookId, state, name: 'Renamed' }
    await expectRefusal(app.send(changeWebhook, late, administrator), 'CHANGED_MEANWHILE')
    await app.send(switchWebhook, { webhookId, isOn: false }, administrator)
    const now = (await listed(webhookId))?.state ?? ''
    await expectSuccess(app.send(changeWebhook, { ...late, state: now }, administrator))
    expect(await listed(webhookId)).toMatchObject({ name: 'Renamed', permissions: ['registrations:read'] })
  })

  test('that was deleted, or is off, says so', async () => {
    const { webhookId } = await added()
    await app.send(switchWebhook, { webhookId, isOn: false }, administrator)
    expect(await listed(webhookId)).toMatchObject({ isOn: false, offReason: 'by-hand' })
    for (const endpoint of [testWebhook, sendWebhookAgain] as const) {
      const { failure } = await app.send(endpoint as typeof testWebhook, { webhookId }, administrator)
      expect(failure?.code).toBe('WEBHOOK_OFF')
    }
    await app.send(deleteWebhook, { webhookId }, administrator)
    const { failure } = await app.send(testWebhook, { webhookId }, administrator)
    expect(failure?.code).toBe('WEBHOOK_NOT_FOUND')
  })

  test('is refused as one too many, also if administrators add theirs in the same moment', async () => {
    const { webhooks } = await app.dataOf(getWebhooks, {}, administrator)
    for (let many = webhooks.length; many < mostWebhooks; many++) await added()
    const [one] = (await app.dataOf(getWebhooks, {}, administrator)).webhooks
    await app.send(deleteWebhook, { webhookId: one?.webhookId ?? 0 }, administrator)
    const answers = await atOnce(4, () => app.send(addWebhook, crm, administrator))
    const outcomes = answers.map(({ failure }) => failure?.code ?? 'added').toSorted()
    expect(outcomes).toEqual(['WEBHOOKS_TOO_MANY', 'WEBHOOKS_TOO_MANY', 'WEBHOOKS_TOO_MANY', 'added'])
  })
})

test('the database knows the event types of the contract, and no others', async () => {
  const activities = [
    ['registered', {}],
    ['moved', {}],
    ['cancelled', {}],
    ['restored', {}],
    ['checked-in', {}],
    ['attended', {}],
    ['credited', { minutes: 0, before: 60 }],
    ['certificate-issued', { issue: 1 }],
    ['certificate-issued', { issue: 2 }],
    ['seat-offered', {}],
    ['profile-changed', { changes: { zip: ['1', '2'], hasGivenMailingConsent: [false, true] } }],
  ]
  const types = new Set<string>()
  for (const [activity, details] of activities) {
    const [row] = await app.query(
      `select webhook_types('${activity}', '${JSON.stringify(details)}') as types`,
    )
    for (const type of row.types) types.add(type)
  }
  expect([...types].toSorted()).toEqual(webhookEventTypes.toSorted())
})

test('docs/webhooks.md lists the event types of the contract, each with its permission, and every placeholder', () => {
  const text = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')
  const rows = [...text.matchAll(/^\| `([\w.]+)` \|.*\| `([\w:]+)` \|$/gm)].map(([, type, reads]) => [
    type,
    reads,
  ])
  expect(rows).toEqual(Object.entries(webhookEvents).map(([type, { reads }]) => [type, reads]))
  expect(text).toContain(`\`${testEvent}\``)
  for (const name of Object.keys(chatPlaceholders)) expect(text).toContain(`\`{${name}}\``)
})
