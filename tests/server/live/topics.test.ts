import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readNotification, topicKey, type Topic } from '../../../server/live/topics'

const topics: [string, Topic][] = [
  ['in 12', { name: 'in', itemId: 12 }],
  ['of 12', { name: 'of', itemId: 12 }],
  ['comments 12', { name: 'comments', itemId: 12 }],
  ['trash 7', { name: 'trash', userId: 7 }],
  ['favourites 7', { name: 'favourites', userId: 7 }],
  ['messages 7', { name: 'messages', userId: 7 }],
  ['rights 7', { name: 'rights', userId: 7 }],
  ['session 7', { name: 'session', userId: 7 }],
  ['group 3', { name: 'group', groupId: 3 }],
  ['rendition 12 pdf@u17', { name: 'rendition', bodyId: 12, kind: 'pdf@u17' }],
]

describe('topics of live updates', () => {
  for (const [payload, topic] of topics) {
    test(`${payload} is read and written`, () => {
      assert.deepEqual(readNotification(payload), { topic, by: undefined })
      assert.equal(topicKey(topic), payload)
    })
  }

  test('a notification names the page that made the change', () => {
    assert.deepEqual(readNotification('in 12 by 7.k3x'), { topic: { name: 'in', itemId: 12 }, by: '7.k3x' })
  })

  test('a notification carries what a process tells the others', () => {
    assert.deepEqual(readNotification('restored 12 eyJ9'), {
      topic: { name: 'restored', itemId: 12 },
      by: undefined,
      text: 'eyJ9',
    })
  })

  for (const payload of ['', 'in', 'in x', 'weather 12', 'rendition 12'])
    test(`“${payload}” is not a topic`, () => assert.equal(readNotification(payload), null))
})
