import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isAtLeast, permissionsOf, roles, strongest } from '@/domain/items/roles'
import { permissionsTold, rolePermissions, roles as columns } from '../../support/roleTable'

describe('roles → permissions', () => {
  for (const [permission, marks] of rolePermissions) {
    test(`${permission} ${marks}`, () => {
      assert.equal(columns.map((role) => (permissionsOf(role).includes(permission) ? '●' : '·')).join(''), marks)
    })
  }
  test('and none beside', () => {
    for (const role of columns) assert.deepEqual([...permissionsOf(role)].sort(), permissionsTold(role).sort())
  })
  test('no permission stands twice', () => {
    for (const role of columns) assert.equal(new Set(permissionsOf(role)).size, permissionsOf(role).length)
  })
})

describe('the order of roles (1§6, decisions 3.7)', () => {
  test('from owner down to reset', () => assert.deepEqual(roles, columns))
  test('the strongest of several subjects counts', () =>
    assert.equal(strongest(['previewer', 'viewer', 'reset']), 'viewer'))
  test('of none there is none', () => assert.equal(strongest([]), null))
  test('a role is at least itself', () => assert.ok(isAtLeast('editor', 'editor')))
  test('a higher one is at least a lower one', () => assert.ok(isAtLeast('owner', 'coowner')))
  test('a lower one is not', () => assert.ok(!isAtLeast('viewer_uploader', 'editor')))
})
