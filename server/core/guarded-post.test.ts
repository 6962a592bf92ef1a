import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HttpReceiver } from '#test/receivers.ts'
import { closedPort, startHttpReceiver } from '#test/receivers.ts'
import type { ResolveName } from './guarded-post.ts'
import { AddressRefused, guardedPost, isPublic } from './guarded-post.ts'

let receiver: HttpReceiver
beforeAll(async () => {
  receiver = await startHttpReceiver()
})
afterAll(() => receiver.close())

const given = { headers: {}, body: '{}', timeoutMs: 60_000 }
const ipv4 = (address: string) => ({ address, family: 4 })

test.each([
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.16.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::1', false],
  ['::7f00:1', false],
  ['::a00:1', false],
  ['4000::1', false],
  ['168.63.129.16', false],
  ['::ffff:168.63.129.16', false],
  ['not an address', false],
  ['203.0.114.7', true],
  ['2606:4700::1111', true],
])('%s is an address of the internet: %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected)
})

describe('a guarded post', () => {
  test('is refused before any connection if one of the addresses is private', async () => {
    const port = new URL(receiver.url).port
    const before = receiver.requests.length
    const resolve: ResolveName = async () => [ipv4('203.0.114.7'), ipv4('127.0.0.1')]
    const post = guardedPost({
      ...given,
      url: `https://crm.example.com:${port}`,
      mayBePrivate: false,
      resolve,
    })
    await expect(post).rejects.toThrow(AddressRefused)
    await expect(post).rejects.toThrow('crm.example.com is 127.0.0.1, an address of a private network')
    expect(receiver.requests).toHaveLength(before)
  })

  test('is refused for a private address without a name, and for plain http', async () => {
    const options = { ...given, mayBePrivate: false }
    await expect(guardedPost({ ...options, url: 'https://[::1]/' })).rejects.toThrow(AddressRefused)
    await expect(guardedPost({ ...options, url: 'http://203.0.114.7/' })).rejects.toThrow('https://')
  })

  test('asks DNS once and connects to that answer, so that a second one does not count', async () => {
    const { port } = new URL(receiver.url)
    const answers = ['127.0.0.1', '192.0.2.1']
    const asked: string[] = []
    const resolve: ResolveName = async (name) => {
      asked.push(name)
      return [ipv4(answers[asked.length - 1] as string)]
    }
    const url = `http://crm.example.com:${port}/hooks`
    const answer = await guardedPost({ ...given, url, mayBePrivate: true, resolve })
    expect(answer).toEqual({ status: 200, text: '{"said": "something"}' })
    expect(asked).toEqual(['crm.example.com'])
    expect(receiver.requests.at(-1)).toMatchObject({ method: 'POST', url: '/hooks', body: '{}' })
  })

  test('does not follow a redirect', async () => {
    const before = receiver.requests.length
    receiver.answer(302)
    const answer = await guardedPost({ ...given, url: receiver.url, mayBePrivate: true })
    receiver.answer(200)
    expect(answer.status).toBe(302)
    expect(receiver.requests).toHaveLength(before + 1)
  })

  test('without an answer says why', async () => {
    const options = { ...given, mayBePrivate: true }
    const port = await closedPort()
    await expect(guardedPost({ ...options, url: `http://127.0.0.1:${port}` })).rejects.toThrow('ECONNREFUSED')
    receiver.answer('nothing')
    await expect(guardedPost({ ...options, url: receiver.url })).rejects.toThrow('socket hang up')
    receiver.answer(200)
  })
})
