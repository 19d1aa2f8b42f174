import { describe, expect, test } from '@jest/globals'
import {
  mayChangeRole,
  mayInvite,
  mayRemove,
  mayReset,
  rolesToChange,
  rolesToInvite,
  targetOf,
  type CollabTarget,
} from '@/domain/members/rules'
import type { Collab } from '@/contract/members'
import {
  cells,
  isChangeAllowed,
  isRemovalAllowed,
  offeredInInvitation,
  offeredTo,
  type Cell,
} from '../../support/members/memberTable'
import { expectedPermissions, roles } from '../../support/access/roleTable'

/** Builds the member list’s entry for a cell, as the server sends it. */
function entryOf({ target, standing, subject }: Cell): Collab {
  const isDirect = standing === 'direct'
  return {
    collab_id: standing === 'inherited' ? null : 1,
    user: {
      id: 2,
      name: '李蔚',
      is_group: subject === 'group',
      is_department: subject === 'department',
      department_id: subject === 'department' ? 3 : null,
      user_count: 1,
      is_active: true,
      is_external: false,
    },
    direct_role: isDirect ? target : null,
    final_role: standing === 'invited' ? null : target,
    unaccepted_role: standing === 'invited' ? target : null,
    role_otherwise: null,
    accepted: standing !== 'invited',
    current_user: subject === 'self',
    quit_collab_allowed: subject === 'self' && isDirect && target !== 'owner',
    way: target === 'owner' ? 'owner' : subject === 'user' || subject === 'self' ? 'user' : subject,
    from: null,
    is_inherited: standing === 'inherited',
    invited:
      standing === 'invited' ? { at: 1, expires: 0, is_expired: false, inviter: null, by_current_user: false } : null,
  }
}

describe('[COLL-03] [COLL-04] the rules agree with every cell of 2§5: viewer × member × standing × subject × action', () => {
  for (const viewer of roles) {
    test(`the actions that ${viewer} is offered are those of the table`, () => {
      const mine = cells().filter((cell) => cell.viewer === viewer)
      expect(mine.length).toBeGreaterThan(60)
      for (const cell of mine) {
        const target = targetOf(entryOf(cell))
        const told = {
          ...cell,
          change: mayChangeRole({ role: viewer }, target),
          offered: rolesToChange({ role: viewer }, target),
          remove: mayRemove({ role: viewer }, target),
        }
        expect(told).toEqual({
          ...cell,
          change: isChangeAllowed(cell),
          offered: offeredTo(cell),
          remove: isRemovalAllowed(cell),
        })
      }
    })
  }
})

describe('[COLL-02] a role decides which roles an invitation offers (2§6, decisions 3.20, 4.17)', () => {
  for (const viewer of roles) {
    test(`${viewer} offers ${offeredInInvitation(viewer).join() || 'nothing'}`, () => {
      expect(rolesToInvite({ role: viewer })).toEqual(offeredInInvitation(viewer))
      const folder = { isFolder: true, permissions: expectedPermissions(viewer), isExternal: false }
      const mayAtAll = offeredInInvitation(viewer).length > 0
      expect(mayInvite({ role: viewer }, folder)).toBe(mayAtAll)
      expect(mayInvite({ role: viewer }, { ...folder, isExternal: true })).toBe(false)
      expect(mayInvite({ role: viewer }, { ...folder, isFolder: false })).toBe(false)
      expect(mayInvite({ role: viewer }, { ...folder, permissions: [] })).toBe(false)
    })
  }

  test('a user without a role cannot invite, change or remove anybody', () => {
    const target = targetOf(entryOf({ viewer: 'viewer', target: 'viewer', standing: 'direct', subject: 'user' }))
    expect(rolesToInvite({ role: null })).toEqual([])
    expect([mayChangeRole({ role: null }, target), mayRemove({ role: null }, target)]).toEqual([false, false])
  })
})

const viewing: CollabTarget = targetOf(
  entryOf({ viewer: 'owner', target: 'viewer', standing: 'inherited', subject: 'user' }),
)

describe('cases that the specification leaves open', () => {
  test('[COLL-06] the role chooser does not offer reset; a user who may change roles may reset inherited ones, except their own', () => {
    expect(rolesToChange({ role: 'owner' }, viewing)).not.toContain('reset')
    expect(mayReset({ role: 'owner' }, viewing)).toBe(true)
    expect(mayReset({ role: 'coowner' }, viewing)).toBe(true)
    expect(mayReset({ role: 'editor' }, viewing)).toBe(false)
    expect(mayReset({ role: 'owner' }, { ...viewing, isSelf: true })).toBe(false)
    expect(mayReset({ role: 'owner' }, { ...viewing, finalRole: null, unacceptedRole: 'viewer' })).toBe(false)
    expect(mayReset({ role: 'coowner' }, { ...viewing, finalRole: 'coowner' })).toBe(false)
  })

  test('an inviter may withdraw the invitation while they may still invite; other editors may not', () => {
    const invited = { ...viewing, finalRole: null, unacceptedRole: 'viewer' as const }
    expect(mayRemove({ role: 'editor' }, { ...invited, isOwnInvitation: true })).toBe(true)
    expect(mayRemove({ role: 'editor' }, invited)).toBe(false)
    expect(mayRemove({ role: 'viewer' }, { ...invited, isOwnInvitation: true })).toBe(false)
    expect(mayRemove({ role: 'editor' }, { ...invited, unacceptedRole: 'coowner', isOwnInvitation: true })).toBe(false)
  })

  test('in the folder of a department its members keep the role that the department gives', () => {
    expect(mayChangeRole({ role: 'owner' }, { ...viewing, isGroup: true, isMembership: true })).toBe(false)
  })

  test('nobody can quit where the server forbids it, because quitting would widen their access', () => {
    const self = { ...viewing, isSelf: true, directRole: 'viewer' as const }
    expect(mayRemove({ role: 'viewer' }, { ...self, isQuitAllowed: true })).toBe(true)
    expect(mayRemove({ role: 'viewer' }, { ...self, isQuitAllowed: false })).toBe(false)
  })
})
