import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Permission, Role } from '@/contract/entities'
import { isAtLeast, permissionsOf, roles, strongest } from '@/domain/items/roles'

const columns: Role[] = ['owner', 'coowner', 'editor', 'viewer_uploader', 'viewer', 'previewer_uploader', 'previewer', 'uploader', 'reset']
const table: [permission: Permission, owner: string][] = [
  ['item_view', '● ● ● ● ● ● ● ● –'],
  ['item_preview', '● ● ● ● ● ● ● – –'],
  ['item_download', '● ● ● ● ● – – – –'],
  ['item_upload', '● ● ● ● – ● – ● –'],
  ['create_folder', '● ● ● ● – ● – ● –'],
  ['item_share', '● ● ● ● ● – – – –'],
  ['item_create_comment', '● ● ● ● ● ● ● – –'],
  ['edit_properties', '● ● ● – – – – – –'],
  ['item_delete', '● ● ● – – – – – –'],
  ['item_restore', '● ● ● – – – – – –'],
  ['item_create_collab', '● ● ● – – – – – –'],
  ['permanent_delete', '● – – – – – – – –'],
]

describe('roles → permissions', () => {
  for (const [permission, row] of table) {
    test(`${permission} ${row}`, () => {
      const allowed = columns.map((role) => (permissionsOf(role).includes(permission) ? '●' : '–')).join(' ')
      assert.equal(allowed, row)
    })
  }
  test('no permission stands twice', () => {
    for (const role of columns) assert.equal(new Set(permissionsOf(role)).size, permissionsOf(role).length)
  })
})

describe('the order of roles (1§6, decisions 3.7)', () => {
  test('from owner down to reset', () => assert.deepEqual(roles, columns))
  test('the strongest of several subjects counts', () => assert.equal(strongest(['previewer', 'viewer', 'reset']), 'viewer'))
  test('of none there is none', () => assert.equal(strongest([]), null))
  test('a role is at least itself', () => assert.ok(isAtLeast('editor', 'editor')))
  test('a higher one is at least a lower one', () => assert.ok(isAtLeast('owner', 'coowner')))
  test('a lower one is not', () => assert.ok(!isAtLeast('viewer_uploader', 'editor')))
})
