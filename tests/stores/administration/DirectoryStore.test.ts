import { describe, expect, test } from '@jest/globals'
import type { Api } from '@/api/Api'
import type { DepartmentRow } from '@/contract/administration/departments'
import { DirectoryStore } from '@/stores/administration/DirectoryStore'

const row = (id: number, parent_id: number | null, name: string): DepartmentRow => ({
  id,
  parent_id,
  name,
  member_count: 0,
  all_member_count: 0,
  managers: [],
  used_bytes: 0,
  quota_bytes: null,
  share_disabled_for: null,
  directory: null,
})

describe('the tree of departments', () => {
  test('[ADM-07] rows become a tree in their order, with depth and path', async () => {
    const departments = [row(1, null, 'Office'), row(2, null, 'Finance'), row(3, 1, 'Admissions'), row(4, 3, 'Desk')]
    const api = { call: async () => ({ departments }) } as unknown as Api
    const directory = new DirectoryStore(api)
    await directory.loadDepartments()
    expect(directory.nodes.map(({ name, depth }) => [name, depth])).toEqual([
      ['Office', 0],
      ['Admissions', 1],
      ['Desk', 2],
      ['Finance', 0],
    ])
    expect(directory.node(4)?.path).toEqual(['Office', 'Admissions', 'Desk'])
    expect(directory.node(null)).toBeUndefined()
  })

  test('[ADM-07] a department whose parent is not in the answer stands at the top', async () => {
    const api = { call: async () => ({ departments: [row(3, 99, 'Admissions')] }) } as unknown as Api
    const directory = new DirectoryStore(api)
    await directory.loadDepartments()
    expect(directory.tree.map(({ name }) => name)).toEqual(['Admissions'])
  })
})
