import { describe, expect, test } from '@jest/globals'
import { strippedAddress, messageFilters, typesOf } from '@/domain/messages/messages'
import { overlayRules } from '@/domain/overlays'

describe('[RT-08] the message centre keeps only comment, preview, file_id, unique_name, scenario, typed_id, message_id of its query', () => {
  const table: [string, string][] = [
    ['/message', '/message'],
    ['/message?a=1', '/message'],
    ['/message/comment/5?typed_id=file_3&from=card&comment=1', '/message/comment/5?typed_id=file_3&comment=1'],
    [
      '/message/share_link/5?unique_name=aB-_9&scenario=share&password=x',
      '/message/share_link/5?unique_name=aB-_9&scenario=share',
    ],
    ['/message?preview=1&file_id=3&version=2&search=1', '/message?preview=1&file_id=3'],
    ['/message?comment=1&typed_id=file_3&message_id=7&x=1', '/message?comment=1&typed_id=file_3&message_id=7'],
    ['/message?typed_idx=1&xtyped_id=2&typed_id', '/message?typed_id'],
  ]
  test.each(table)('%s', (address, expected) => expect(strippedAddress(address)).toBe(expected))

  test('every other parameter is left out', () => {
    const others = ['page', 'item', 'lang', 'from_message', ...overlayRules.keys()]
    const known = ['comment', 'preview', 'file_id', 'unique_name', 'scenario', 'typed_id']
    const all = [...new Set([...others, ...known])].map((name) => `${name}=1`).join('&')
    expect(strippedAddress(`/message?${all}`).split('?')[1]?.split('&').sort()).toStrictEqual(
      known.map((name) => `${name}=1`).sort(),
    )
  })
})

test('[MSG-09] the address of a message about comments opens the comments', () => {
  const shown = '/message/comment/5?typed_id=file_3&comment=1&message_id=5'
  expect(strippedAddress('/message/comment/5?typed_id=file_3')).toBe(shown)
  expect(strippedAddress(shown)).toBe(shown)
  expect(strippedAddress('/message/comment/5')).toBe('/message/comment/5')
})

test('[MSG-01] the filters are All, Comment, Share and Collaboration, and All requests the three kinds', () => {
  expect(messageFilters.map((filter) => [filter, typesOf(filter)])).toStrictEqual([
    ['all', 'comment,share_link,collab'],
    ['comment', 'comment'],
    ['share_link', 'share_link'],
    ['collab', 'collab'],
  ])
})
