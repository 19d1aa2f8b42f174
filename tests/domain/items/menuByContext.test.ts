import { describe, expect, test } from '@jest/globals'
import type { Role } from '@/contract/entities'
import type { AbilitySubject } from '@/domain/items/abilities'
import { menuByContext, type MenuContext } from '@/domain/items/menuByContext'
import {
  expectedActionPermissions,
  expectedAnswer,
  permissionsIn,
  sheets,
  expectedSheet,
  stateNames,
  stateOf,
  type StateName,
} from '../../support/access/abilityTable'
import { roles } from '../../support/access/roleTable'
import { aFolder, anItem } from '../support'

const flags = { virus_scan: true, hide_share_link_download: false, data_leak_prevention: false }
const enterprise = { is_personal_user_enterprise: false, share_with_colleagues_disallowed: false }
const other = { id: 2, name: '陈希', login: 'chenxi', enterprise_id: 1 }
const contexts = Object.keys(sheets) as MenuContext[]

function subject(state: StateName, role: Role): AbilitySubject {
  const { type, item } = stateOf(state)
  const make = type === 'folder' ? aFolder : anItem
  return {
    item: make({
      permissions: permissionsIn(state, role),
      action_permissions: expectedActionPermissions(state, role),
      final_role: role,
      ...(role !== 'owner' && { owned_by: other }),
      ...item(1, other, role),
    }),
    user: { id: 1, enterprise },
    context: { flags, isApplet: false, isOpenPreview: false, isDownloadLimited: false },
  }
}

describe('[ACT-02] the action sheet of each role in each context', () => {
  for (const context of contexts) {
    test(context, () => {
      for (const state of stateNames) {
        for (const role of roles) {
          const entries = menuByContext(context, subject(state, role))
          expect([`${state}, ${role}`, entries.map(({ action }) => action).sort()]).toStrictEqual([
            `${state}, ${role}`,
            [...expectedSheet(context, state, role)].sort(),
          ])
          for (const { action, answer } of entries)
            expect([`${state}, ${role}, ${action}`, answer]).toStrictEqual([
              `${state}, ${role}, ${action}`,
              expectedAnswer(state, action, role),
            ])
        }
      }
    })
  }

  const sheet = (context: MenuContext, state: StateName, role: Role) =>
    menuByContext(context, subject(state, role)).map(({ action }) => action)

  test('in the trash favourite, share, comment and download are hidden; a non-owner may only delete the record', () => {
    expect(sheet('trash', 'deletedFile', 'owner')).toStrictEqual(['restore', 'properties', 'permanentDelete'])
    expect(sheet('trash', 'deletedFile', 'viewer')).toStrictEqual(['properties', 'deleteRecord'])
  })
  test('restore, record delete and permanent delete appear only in the trash', () => {
    for (const context of contexts.filter((each) => each !== 'trash')) {
      const shown = stateNames.flatMap((state) => roles.flatMap((role) => sheet(context, state, role)))
      expect(
        shown.some((action) => action === 'restore' || action === 'deleteRecord' || action === 'permanentDelete'),
      ).toBe(false)
    }
  })
  test('the entries stand in one order, the destructive ones last', () => {
    expect(sheet('list', 'file', 'owner')).toStrictEqual([
      'share',
      'download',
      'sendToApp',
      'comment',
      'favourite',
      'viewVersions',
      'rename',
      'editTags',
      'move',
      'copy',
      'access',
      'properties',
      'delete',
    ])
  })
})
