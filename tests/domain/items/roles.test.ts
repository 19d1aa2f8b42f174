import { describe, expect, test } from '@jest/globals'
import type { Role } from '@/contract/entities'
import { combined, isAtLeast, permissionsOf, roles, strongest } from '@/domain/items/roles'
import { expectedPermissions, rolePermissions, roles as columns } from '../../support/access/roleTable'

describe('roles → permissions', () => {
  test.each(rolePermissions)('%s %s', (permission, marks) => {
    expect(columns.map((role) => (permissionsOf(role).includes(permission) ? '●' : '·')).join('')).toBe(marks)
  })
  test('a role has no other permission', () => {
    for (const role of columns) expect([...permissionsOf(role)].sort()).toStrictEqual(expectedPermissions(role).sort())
  })
  test('no permission is listed twice', () => {
    for (const role of columns) expect(new Set(permissionsOf(role)).size).toBe(permissionsOf(role).length)
  })
})

describe('the order of roles (1§6, decisions 3.7)', () => {
  test('the order goes from owner down to reset', () => expect(roles).toStrictEqual(columns))
  test('the strongest of several subjects counts', () =>
    expect(strongest(['previewer', 'viewer', 'reset'])).toBe('viewer'))
  test('without subjects there is no role', () => expect(strongest([])).toBeNull())
  test('a role is at least itself', () => expect(isAtLeast('editor', 'editor')).toBe(true))
  test('a higher role is at least a lower one', () => expect(isAtLeast('owner', 'coowner')).toBe(true))
  test('a lower role is not at least a higher one', () => expect(isAtLeast('viewer_uploader', 'editor')).toBe(false))
})

describe('[COLL-05] roles that add to each other (decisions 109)', () => {
  const table: [held: Role[], role: Role | null][] = [
    [['viewer', 'uploader'], 'viewer_uploader'],
    [['previewer', 'uploader'], 'previewer_uploader'],
    [['viewer', 'previewer_uploader'], 'viewer_uploader'],
    [['editor', 'viewer'], 'editor'],
    [['coowner', 'editor'], 'coowner'],
    [['viewer'], 'viewer'],
    [[], null],
  ]
  test.each(table)('%j together are %s', (held, role) => {
    expect(combined(held)).toBe(role)
    expect(combined([...held].reverse())).toBe(role)
  })
})
