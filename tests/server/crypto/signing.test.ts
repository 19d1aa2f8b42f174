import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { createSigner } from '../../../server/crypto/signing'

const hour = 3600
let now = Date.UTC(2026, 8, 1, 10, 20) / 1000
const clock = () => new Date(now * 1000)
const signer = createSigner(Buffer.alloc(32, 1), clock)
const address = () => signer.address('/api/x', { kind: 'image_64', none: undefined, name: '课 表&s=1' }, 'u7')

describe('decisions 39: signed addresses', () => {
  test('an address consists of path and query, the actor, the expiry rounded up to the hour, and a signature', () => {
    assert.match(
      address(),
      new RegExp(`^/api/x\\?kind=image_64&name=%E8%AF%BE.*&a=u7&e=${Date.UTC(2026, 8, 1, 12) / 1000}&s=[\\w-]{32}$`),
    )
  })

  test('an address is the same within the hour, so that caches hit, and stays valid for at least an hour', () => {
    const first = address()
    const end = Number(/e=(\d+)/.exec(first)![1])
    now += 39 * 60
    assert.equal(address(), first)
    now += 2 * 60
    assert.notEqual(address(), first)
    assert.equal(signer.verify(first), 'u7')
    now = end - 1
    assert.equal(signer.verify(first), 'u7')
    now = end
    assert.throws(() => signer.verify(first), { code: 'permission_denied' })
    assert.ok(end % hour === 0)
  })

  test('no character of an address can be changed, added or omitted', () => {
    now = Date.UTC(2026, 8, 1, 10) / 1000
    const right = address()
    fc.assert(
      fc.property(fc.nat(right.length - 1), fc.constantFrom('0', 'a', '&', '%', ''), (at, letter) => {
        const wrong = right.slice(0, at) + letter + right.slice(at + 1)
        if (wrong === right) return
        assert.throws(() => signer.verify(wrong), { code: 'permission_denied' })
      }),
    )
    assert.throws(() => signer.verify(`${right}&a=u8`), { code: 'permission_denied' })
  })

  test('another installation’s key does not verify the address', () => {
    assert.throws(() => createSigner(Buffer.alloc(32, 2), clock).verify(address()), { code: 'permission_denied' })
  })

  test('a token of one purpose is not valid for another', () => {
    assert.notEqual(signer.token('csrf', 'a'), signer.token('visitor', 'a'))
    assert.equal(signer.token('csrf', 'a'), signer.token('csrf', 'a'))
  })
})
