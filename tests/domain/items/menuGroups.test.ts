import { describe, expect, test } from '@jest/globals'
import type { MenuAction, MenuEntry } from '@/domain/items/menuByContext'
import { groupMenu } from '@/domain/items/menuGroups'

const allowed = (...actions: MenuAction[]): MenuEntry[] => actions.map((action) => ({ action, answer: 'yes' }))

function grouped(entries: readonly MenuEntry[]) {
  const { round, groups } = groupMenu(entries)
  return [round.map(({ action }) => action), groups.map((group) => group.map(({ action }) => action))]
}

const owners = allowed(
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
)

describe('[AH-56] the groups of an action sheet', () => {
  test('four of the allowed actions are round, the others are in groups, and what deletes is last', () => {
    expect(grouped(owners)).toStrictEqual([
      ['share', 'download', 'comment', 'favourite'],
      [['sendToApp'], ['rename', 'editTags', 'move', 'copy'], ['viewVersions', 'access', 'properties'], ['delete']],
    ])
  })

  test('a refused action is never round: the next allowed one takes its place, and the refused one keeps its place below', () => {
    const locked = owners.map((entry): MenuEntry =>
      entry.action === 'download' || entry.action === 'move' ? { ...entry, answer: { no: 'locked' } } : entry,
    )
    expect(grouped(locked)).toStrictEqual([
      ['share', 'comment', 'favourite', 'rename'],
      [['download', 'sendToApp'], ['editTags', 'move', 'copy'], ['viewVersions', 'access', 'properties'], ['delete']],
    ])
  })

  test('a short menu, or one with too few common actions, has no round buttons', () => {
    expect(grouped(allowed('restore', 'properties', 'permanentDelete'))).toStrictEqual([
      [],
      [['restore'], ['properties'], ['permanentDelete']],
    ])
    const few = allowed('invite', 'comment', 'favourite', 'access', 'properties', 'viewVersions')
    expect(grouped(few)).toStrictEqual([
      [],
      [
        ['invite', 'comment', 'favourite'],
        ['access', 'properties', 'viewVersions'],
      ],
    ])
  })

  test('no entry is lost or doubled', () => {
    const { round, groups } = groupMenu(owners)
    expect([...round, ...groups.flat()].map(({ action }) => action).sort()).toStrictEqual(
      owners.map(({ action }) => action).sort(),
    )
  })
})
