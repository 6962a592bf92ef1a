import { expect, test } from 'vitest'
import { startApp } from '#test/app.ts'

test('the deliveries that wait are counted by webhook, with the age of the oldest', async () => {
  const app = await startApp({ works: false })
  await app.query(`
    insert into webhooks (name, kind, url, events, permissions, secret, added_at, is_on, off_reason)
    select name, 'standard', 'https://example.com', '{}', '{}', '', now(), off_reason is null, off_reason
    from (values ('CRM', null), ('Idle', null), ('Off', 'gone')) given (name, off_reason)`)
  await app.query(`
    insert into webhook_deliveries (webhook_id, type, happened_at, state)
    select webhook_id, 'test', now() - ago * interval '1 second', state
    from webhooks, (values (90, 'waiting'), (30, 'waiting'), (500, 'delivered'), (700, 'failed')) given (ago, state)
    where name <> 'Idle'`)
  const { body } = await app.request({ url: '/api/metrics' })
  const figures = body.split('\n').filter((line) => /^webhook_/.test(line))
  expect(figures).toEqual([
    'webhook_deliveries_waiting{webhook="1"} 2',
    'webhook_deliveries_waiting{webhook="2"} 0',
    expect.stringMatching(/^webhook_deliveries_oldest_seconds\{webhook="1"\} 9\d\.?\d*$/),
    'webhook_deliveries_oldest_seconds{webhook="2"} 0',
  ])
  await app.close()
})
