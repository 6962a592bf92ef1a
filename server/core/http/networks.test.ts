import { describe, expect, test } from 'vitest'
import { isNetwork, isWithin, networksOf } from './networks.ts'

test.each([
  ['10.0.0.7', true],
  ['10.0.0.0/8', true],
  ['::1', true],
  ['fd00::/8', true],
  ['::ffff:10.0.0.0/104', true],
  // The library alone would read these, too.
  ['10.0.0', false],
  ['10.0/8', false],
  ['0x0a000007', false],
  ['167772167', false],
  ['010.0.0.7', false],
  ['10.0.0.0/33', false],
  ['10.0.0.0/ 8', false],
  ['10.0.0.0/', false],
  ['2001:db8::/129', false],
  ['2001:db8::/32/1', false],
  ['example.com', false],
  ['', false],
])('%j is a network: %s', (text, expected) => {
  expect(isNetwork(text)).toBe(expected)
})

describe('an address is within networks', () => {
  const networks = ['203.0.113.0/24', '2001:db8::/32', '198.51.100.7']
  test.each(['203.0.113.9', '::ffff:203.0.113.9', '2001:db8:1::1', '198.51.100.7'])('%s', (address) => {
    expect(isWithin(networks, address)).toBe(true)
  })
  test.each(['203.0.114.9', '2001:db9::1', '198.51.100.8', '::1', 'unknown', ''])('but not %j', (address) => {
    expect(isWithin(networks, address)).toBe(false)
  })
  test('whose network is of IPv4, written as IPv6', () => {
    expect(isWithin(['::ffff:10.0.0.0/104'], '10.1.2.3')).toBe(true)
    expect(isWithin(['::ffff:10.0.0.0/104'], '11.1.2.3')).toBe(false)
  })
})

test.each([
  ['203.0.113.7', { near: '203.0.113.7', wide: undefined }],
  ['2001:DB8:0:1::7', { near: '2001:db8:0:1', wide: '2001:db8:0' }],
  ['::ffff:203.0.113.7', { near: '0:0:0:0:0:ffff:cb00:7107', wide: undefined }],
  ['fe80::1%eth0', { near: 'fe80:0:0:0', wide: 'fe80:0:0' }],
])('the networks of %s', (address, expected) => {
  expect(networksOf(address)).toEqual(expected)
})
