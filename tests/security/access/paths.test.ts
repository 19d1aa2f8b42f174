import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Role } from '@/contract/entities'
import type { Access, Node } from '../../../server/policies/access/facts'
import { relationOf } from '../../../server/policies/access/relation'
import { pathTo } from '../../../server/presenters/items/path'

test('in a tree deeper than the limit the path to an item is read once, not once per folder', () => {
  const depth = 8192
  const chain = Array.from({ length: depth }, (_, id) => ({
    id,
    name: `${id}`,
    isFolder: true,
    departmentId: null,
    personalOf: null,
    owner: { id: 1, enterpriseId: 1 },
  })) as unknown as [Node, ...Node[]]
  let reads = 0
  const roles = new Proxy<Role[]>(
    Array.from({ length: depth }, () => 'owner'),
    {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key)) reads += 1
        return Reflect.get(target, key) as unknown
      },
    },
  )
  const access = { chain, roles, space: chain[0], isDepartmentMember: false } as unknown as Access
  assert.equal(pathTo(access, relationOf(access, 1, 1)).length, depth - 1)
  assert.ok(reads <= depth, `${reads} reads`)
})
